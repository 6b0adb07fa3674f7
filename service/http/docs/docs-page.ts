/** `/docs`: the OpenAPI document as a page, without scripts and external content. */
import type { OpenApiDocument } from '../openapi/document.ts';
import { type Html, html, page } from '../pages/html.ts';
import { type OperationEntry, operationSection } from './operation-section.ts';
import { renderInline } from './prose.ts';
import { schemaSection } from './schema-table.ts';

function entriesOf({ paths }: OpenApiDocument): OperationEntry[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
}

function anchor(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

function contents(tags: OpenApiDocument['tags'], entries: readonly OperationEntry[]): Html {
  const groups = tags.map(({ name }) => {
    const links = entries
      .filter(({ operation }) => operation.tags.includes(name))
      .map(
        ({ method, path, operation }) =>
          html`<li><a href="#${operation.operationId}"><span class="method">${method.toUpperCase()}</span><span>${path}</span></a></li>`,
      );
    return html`<li><a href="#${anchor(name)}">${name}</a><ul>${links}</ul></li>`;
  });
  return html`<nav aria-label="Contents"><ul>${groups}<li><a href="#schemas">Schemas</a></li></ul></nav>`;
}

export function docsPage(document: OpenApiDocument): string {
  const url = document.servers[0]?.url ?? '';
  const entries = entriesOf(document);
  const groups = document.tags.map(({ name, description }) => {
    const sections = entries.filter(({ operation }) => operation.tags.includes(name));
    return html`<h2 id="${anchor(name)}">${name}</h2>
<p>${description}</p>
${sections.map((entry) => operationSection(entry, url))}`;
  });
  const schemas = Object.entries(document.components.schemas).map(([id, schema]) => schemaSection(id, schema));
  const title = `${document.info.title} ${document.info.version} API`;
  return page(
    title,
    html`${contents(document.tags, entries)}
<main>
<h1>${title}</h1>
<p>${renderInline(document.info.description)}</p>
<p>Address: <code>${url}</code>. OpenAPI 3.1 document: <a href="/openapi.json">openapi.json</a>.</p>
${groups}
<h2 id="schemas">Schemas</h2>
${schemas}
</main>`,
  );
}
