"""The language server: the answers of ``notation.editor`` in the terms of the protocol."""

from importlib.metadata import version
from typing import Final

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from pitboss.extras import DISTRIBUTION
from pitboss.notation.editor import Diagnostic, complete, diagnose, hover
from pitboss.notation.format import format_pit
from pitboss.pit import PitError

_SEVERITY: Final = {"error": types.DiagnosticSeverity.Error, "warning": types.DiagnosticSeverity.Warning}
#: A column behind the end of any line.
_LINE_END: Final = 10_000


def make_server() -> LanguageServer:
    """Returns a server whose features are those of ``.pit`` files."""
    server = LanguageServer("pitboss", version(DISTRIBUTION))

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(changed: LanguageServer, params: types.DidOpenTextDocumentParams) -> None:
        _publish(changed, params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def edited(changed: LanguageServer, params: types.DidChangeTextDocumentParams) -> None:
        _publish(changed, params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hovered(asked: LanguageServer, params: types.HoverParams) -> types.Hover | None:
        source = asked.workspace.get_text_document(params.text_document.uri).source
        found = hover(source, params.position.line, params.position.character)
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, found)) if found else None

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[":", " ", "=", "@"]))
    def completed(asked: LanguageServer, params: types.CompletionParams) -> list[types.CompletionItem]:
        source = asked.workspace.get_text_document(params.text_document.uri).source
        items = complete(source, params.position.line, params.position.character)
        return [types.CompletionItem(label=item.word, detail=item.detail or None) for item in items]

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def formatted(asked: LanguageServer, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        source = asked.workspace.get_text_document(params.text_document.uri).source
        try:
            text = format_pit(source)
        except PitError:
            return []  # the diagnostics report the line
        whole = types.Range(types.Position(0, 0), types.Position(len(source.splitlines()), 0))
        return [types.TextEdit(whole, text)] if text != source else []

    return server


def _publish(server: LanguageServer, uri: str) -> None:
    """Sends the diagnostics of a document."""
    found = diagnose(server.workspace.get_text_document(uri).source)
    server.text_document_publish_diagnostics(
        types.PublishDiagnosticsParams(uri=uri, diagnostics=[_diagnostic(item) for item in found])
    )


def _diagnostic(item: Diagnostic) -> types.Diagnostic:
    return types.Diagnostic(
        range=types.Range(types.Position(item.line, 0), types.Position(item.line, _LINE_END)),
        message=item.message,
        severity=_SEVERITY[item.severity],
        source="pitboss",
    )
