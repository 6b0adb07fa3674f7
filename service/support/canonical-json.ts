/**
 * JSON whose bytes depend on the value alone: keys in code-unit order at every level. `JSON.stringify` cannot do that,
 * since JavaScript puts integer-like keys (a serial number such as 12345) before all others.
 */

/** One level of indentation in pretty answers. */
const INDENT = '  ';

function compareKeys([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** An object's text from its members' texts; sorts by key. With `pretty` the members are texts at indentation 0. */
export function joinObject(members: Iterable<readonly [key: string, text: string]>, pretty: boolean): string {
  const parts = [...members].toSorted(compareKeys);
  if (parts.length === 0) return '{}';
  if (!pretty) return `{${parts.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
  return `{\n${parts.map(([key, text]) => INDENT + JSON.stringify(key) + ': ' + indent(text)).join(',\n')}\n}`;
}

/** An array's text from its items' texts, in their order. */
export function joinArray(items: readonly string[], pretty: boolean): string {
  if (items.length === 0) return '[]';
  return pretty ? `[\n${items.map((text) => INDENT + indent(text)).join(',\n')}\n]` : `[${items.join(',')}]`;
}

/** A string in JSON has no raw line end, so every one in the text is between tokens. */
function indent(text: string): string {
  return text.replaceAll('\n', `\n${INDENT}`);
}

/**
 * A value's canonical text; members that are undefined are left out.
 * @param pretty indents by two spaces
 */
export function canonicalJson(value: unknown, pretty = false): string {
  if (Array.isArray(value))
    return joinArray(
      value.map((item) => canonicalJson(item, pretty)),
      pretty,
    );
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members: [string, string][] = [];
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) members.push([key, canonicalJson(member, pretty)]);
  }
  return joinObject(members, pretty);
}
