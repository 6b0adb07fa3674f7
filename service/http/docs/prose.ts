/** The subset of Markdown in descriptions. */
import { type Html, html } from '../pages/html.ts';

/** Paragraphs and lists. */
export function renderParagraphs(text: string): Html[] {
  return text.split('\n\n').map((block) => {
    const lines = block.split('\n');
    if (lines.every((line) => line.startsWith('- ')))
      return html`<ul>${lines.map((line) => html`<li>${renderInline(line.slice(2))}</li>`)}</ul>`;
    return html`<p>${renderInline(block)}</p>`;
  });
}

/** Text with code between backticks. */
export function renderInline(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
