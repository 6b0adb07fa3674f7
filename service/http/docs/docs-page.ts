/** `/docs`: the OpenAPI document as a page, without scripts and external content. */

import { type Html, html } from '../../support/html.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { Operation, Parameter, RequestBody, Response } from '../openapi/operation.ts';
import { type JsonSchema, refId } from '../openapi/schemas.ts';
import { page } from '../pages/html.ts';

interface OperationEntry {
  method: string;
  path: string;
  operation: Operation;
}

/** Values in the curl line for parameters without an example. */
const EXAMPLES: Readonly<Record<string, string>> = { family: 'usb' };

function exampleOf({ name, schema }: Parameter): string {
  const example = schema.example ?? schema.items?.example ?? EXAMPLES[name] ?? `{${name}}`;
  return typeof example === 'string' ? example : JSON.stringify(example);
}

/** Empty for an empty object. */
function bodyFlag(example: unknown): string {
  const text = JSON.stringify(example);
  return text === '{}' ? '' : ` -d '${text}'`;
}

/** `-N` shows a stream without buffering, `-OJ` saves a file under its own name. */
function outputFlag({ responses }: Operation): string {
  const { headers, content } = responses['200'] ?? {};
  if (content?.['text/event-stream']) return ' -N';
  return headers?.['Content-Disposition'] ? ' -OJ' : '';
}

/** A body that is not JSON is a file, named as in the query. */
function bodyFlags(method: string, { requestBody, parameters = [] }: Operation): string {
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (!type || !body) return '';
  const header = `-H 'Content-Type: ${type}'`;
  if (type === 'application/json') return ` -X ${method.toUpperCase()} ${header}${bodyFlag(body.example)}`;
  const file = parameters.find(({ name }) => name === 'file');
  return ` ${header} --data-binary @${file ? exampleOf(file) : 'FILE'}`;
}

function curlLine({ method, path, operation }: OperationEntry, url: string): string {
  const parameters = operation.parameters ?? [];
  const filled = parameters.reduce((part, one) => part.replace(`{${one.name}}`, exampleOf(one)), path);
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const query = required.length > 0 ? `?${required.map((one) => `${one.name}=${exampleOf(one)}`).join('&')}` : '';
  return `curl${outputFlag(operation)}${bodyFlags(method, operation)} ${query ? `'${url}${filled}${query}'` : url + filled}`;
}

function parameterRow({ name, in: place, required, description, schema }: Parameter): Html {
  const need = required ? '' : ' (optional)';
  return html`<tr><td><code>${name}</code></td><td>${place}, ${typeText(schema)}${need}</td><td>${renderInline(description)}</td></tr>`;
}

function bodyLine({ required, content }: RequestBody): Html {
  const [type, body] = Object.entries(content)[0] ?? [];
  if (!body) return html``;
  return html`<p>Request body: ${typeText(body.schema)} <small>${type ?? ''}</small>${required ? '' : ' (optional)'}</p>`;
}

function responseRow([status, { description, content }]: [string, Response]): Html {
  const [type, body] = Object.entries(content ?? {})[0] ?? [];
  const shape = body ? html`${typeText(body.schema)} <small>${type ?? ''}</small>` : html`no body`;
  return html`<tr><td>${status}</td><td>${shape}</td><td>${renderInline(description)}</td></tr>`;
}

/** @param url the base URL in the curl line */
function operationSection(entry: OperationEntry, url: string): Html {
  const { method, path, operation } = entry;
  const parameters = operation.parameters ?? [];
  const parameterTable = html`<div class="scroll"><table>
<thead><tr><th>Parameter</th><th>In, type</th><th>Meaning</th></tr></thead>
<tbody>${parameters.map(parameterRow)}</tbody>
</table></div>`;
  return html`<section id="${operation.operationId}">
<h3><span class="method">${method.toUpperCase()}</span> <code>${path}</code></h3>
<p>${operation.summary}.</p>
${operation.description ? renderParagraphs(operation.description) : ''}
<pre tabindex="0">${curlLine(entry, url)}</pre>
${operation.requestBody ? bodyLine(operation.requestBody) : ''}
${parameters.length > 0 ? parameterTable : ''}
<div class="scroll"><table>
<thead><tr><th>Status</th><th>Body</th><th>Meaning</th></tr></thead>
<tbody>${Object.entries(operation.responses).map(responseRow)}</tbody>
</table></div>
</section>
`;
}

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

/** The type as text, with links to its schemas. */
function typeText(schema: JsonSchema): Html {
  if (schema.$ref) return html`<a href="#schema-${refId(schema.$ref)}">${refId(schema.$ref)}</a>`;
  const kinds = schema.anyOf ?? schema.oneOf;
  if (kinds) return joined(kinds.map(typeText));
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum) return joined(schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`));
  if (schema.type === 'array' && schema.items) return html`array of ${typeText(schema.items)}`;
  if (typeof schema.additionalProperties === 'object') return html`map of ${typeText(schema.additionalProperties)}`;
  return html`${schema.type ?? 'any'}`;
}

function joined(pieces: readonly Html[]): Html {
  return html`${pieces.map((part, index) => (index === 0 ? part : html` or ${part}`))}`;
}

/** The limits and the default of a schema as a sentence; empty without any. */
function bounds({ minimum, maximum, maxLength, default: fallback }: JsonSchema): string {
  const pieces = [
    minimum === undefined ? '' : `at least ${minimum}`,
    maximum === undefined ? '' : `at most ${maximum}`,
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    fallback === undefined ? '' : `default \`${JSON.stringify(fallback)}\``,
  ];
  const text = pieces.filter(Boolean).join(', ');
  return text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function rows(schema: JsonSchema, prefix: string): Html[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const path = `${prefix}${name}`;
    const optional = schema.required?.includes(name) ? '' : ' (optional)';
    const notes = [member.description ?? '', bounds(member)].filter(Boolean).join(' ');
    const row = html`<tr><td><code>${path}</code></td><td>${typeText(member)}${optional}</td><td>${renderInline(notes)}</td></tr>`;
    return [row].concat(rows(member, `${path}.`));
  });
}

/** One schema with a heading; nested fields are written with dots. */
function schemaSection(id: string, schema: JsonSchema): Html {
  const members = rows(schema, '');
  const table = html`<div class="scroll"><table>
<thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead>
<tbody>${members}</tbody>
</table></div>`;
  return html`<section id="schema-${id}">
<h3>${id}</h3>
${schema.description ? html`<p>${renderInline(schema.description)}</p>` : ''}
${members.length > 0 ? table : html`<p>${typeText(schema)}</p>`}
</section>
`;
}

/** Paragraphs and lists. */
function renderParagraphs(text: string): Html[] {
  return text.split('\n\n').map((block) => {
    const lines = block.split('\n');
    if (lines.every((line) => line.startsWith('- ')))
      return html`<ul>${lines.map((line) => html`<li>${renderInline(line.slice(2))}</li>`)}</ul>`;
    return html`<p>${renderInline(block)}</p>`;
  });
}

/** Text with code between backticks. */
function renderInline(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
