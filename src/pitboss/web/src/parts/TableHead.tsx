import { Link } from "wouter-preact";

interface TableHeadProps {
  title: string;
  /** How far the table is: "round 12". */
  at: string;
  /** Where more is to be read about it. */
  links: [href: string, name: string][];
}

export function TableHead({ title, at, links }: TableHeadProps) {
  return (
    <div class="table-head">
      <h1 class="table-title">
        <bdi>{title}</bdi> <small>{at}</small>
      </h1>
      <nav class="table-links" aria-label="About this table">
        {links.map(([href, name]) => (
          <Link key={href} href={href}>
            {name}
          </Link>
        ))}
      </nav>
    </div>
  );
}
