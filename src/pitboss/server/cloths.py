"""The stylesheet of the cloths that rulebooks declare."""

from pitboss.law import load_rulebook, rulebook_ids
from pitboss.law.cloth import cloth_properties, parse_cloth

#: The path of the stylesheet, which the page links to.
PATH = "/cloths.css"


def cloth_styles() -> str:
    """Returns a CSS rule for each rulebook with a cloth of its own; empty if there is none."""
    lines = []
    for name in rulebook_ids():
        cloth = load_rulebook(name).about.cloth
        if cloth:
            shades = "; ".join(f"{key}: {value}" for key, value in cloth_properties(parse_cloth(cloth)).items())
            lines.append(f'[data-cloth="{name}"] {{ {shades} }}\n')
    return "".join(lines)
