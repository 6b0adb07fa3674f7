/** A schema as a table. */
import { type JsonSchema, refId } from '../openapi/schemas.ts';
import { type Html, html } from '../pages/html.ts';
import { renderInline } from './prose.ts';

/** The type as text, with links to its schemas. */
export function typeWords(schema: JsonSchema): Html {
  if (schema.$ref) return html`<a href="#schema-${refId(schema.$ref)}">${refId(schema.$ref)}</a>`;
  const kinds = schema.anyOf ?? schema.oneOf;
  if (kinds) return joined(kinds.map(typeWords));
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum) return joined(schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`));
  if (schema.type === 'array' && schema.items) return html`array of ${typeWords(schema.items)}`;
  if (typeof schema.additionalProperties === 'object') return html`map of ${typeWords(schema.additionalProperties)}`;
  return html`${schema.type ?? 'any'}`;
}

function joined(parts: readonly Html[]): Html {
  return html`${parts.map((part, index) => (index === 0 ? part : html` or ${part}`))}`;
}

/** The limits and the default of a schema as a sentence; empty without any. */
function bounds({ minimum, maximum, maxLength, default: fallback }: JsonSchema): string {
  const parts = [
    minimum === undefined ? '' : `at least ${minimum}`,
    maximum === undefined ? '' : `at most ${maximum}`,
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    fallback === undefined ? '' : `default \`${JSON.stringify(fallback)}\``,
  ];
  const text = parts.filter(Boolean).join(', ');
  return text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function rows(schema: JsonSchema, prefix: string): Html[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const path = `${prefix}${name}`;
    const optional = schema.required?.includes(name) ? '' : ' (optional)';
    const notes = [member.description ?? '', bounds(member)].filter(Boolean).join(' ');
    const row = html`<tr><td><code>${path}</code></td><td>${typeWords(member)}${optional}</td><td>${renderInline(notes)}</td></tr>`;
    return [row].concat(rows(member, `${path}.`));
  });
}

/** One schema with a heading; nested fields are written with dots. */
export function schemaSection(id: string, schema: JsonSchema): Html {
  const members = rows(schema, '');
  const table = html`<div class="scroll"><table>
<thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead>
<tbody>${members}</tbody>
</table></div>`;
  return html`<section id="schema-${id}">
<h3>${id}</h3>
${schema.description ? html`<p>${renderInline(schema.description)}</p>` : ''}
${members.length > 0 ? table : html`<p>${typeWords(schema)}</p>`}
</section>
`;
}
