/** The section of one route on the page. */
import type { Operation, Parameter, RequestBody, Response } from '../openapi/operation.ts';
import { type Html, html } from '../pages/html.ts';
import { renderInline, renderParagraphs } from './prose.ts';
import { typeWords } from './schema-table.ts';

export interface OperationEntry {
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

function curlLine({ method, path, operation }: OperationEntry, url: string): string {
  const parameters = operation.parameters ?? [];
  const filled = parameters.reduce((part, one) => part.replace(`{${one.name}}`, exampleOf(one)), path);
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const query = required.length > 0 ? `?${required.map((one) => `${one.name}=${exampleOf(one)}`).join('&')}` : '';
  const content = operation.requestBody?.content['application/json'];
  const body = content
    ? ` -X ${method.toUpperCase()} -H 'Content-Type: application/json'${bodyFlag(content.example)}`
    : '';
  return `curl${outputFlag(operation)}${body} ${query ? `'${url}${filled}${query}'` : url + filled}`;
}

function parameterRow({ name, in: place, required, description, schema }: Parameter): Html {
  const need = required ? '' : ' (optional)';
  return html`<tr><td><code>${name}</code></td><td>${place}, ${typeWords(schema)}${need}</td><td>${renderInline(description)}</td></tr>`;
}

function bodyLine({ required, content }: RequestBody): Html {
  const [type, body] = Object.entries(content)[0] ?? [];
  if (!body) return html``;
  return html`<p>Request body: ${typeWords(body.schema)} <small>${type ?? ''}</small>${required ? '' : ' (optional)'}</p>`;
}

function responseRow([status, { description, content }]: [string, Response]): Html {
  const [type, body] = Object.entries(content ?? {})[0] ?? [];
  const shape = body ? html`${typeWords(body.schema)} <small>${type ?? ''}</small>` : html`no body`;
  return html`<tr><td>${status}</td><td>${shape}</td><td>${renderInline(description)}</td></tr>`;
}

/** @param url the base URL in the curl line */
export function operationSection(entry: OperationEntry, url: string): Html {
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
