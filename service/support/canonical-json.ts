/**
 * JSON whose bytes depend only on the value: keys in code-unit order at every level. `JSON.stringify` cannot do that,
 * because JavaScript puts integer-like keys (a serial number such as 12345) first.
 */

const INDENT = '  ';

function compareKeys([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** An object's text from its members' texts, sorted by key. With `pretty`, the members are texts at indentation 0. */
export function joinObject(members: Iterable<readonly [key: string, text: string]>, pretty: boolean): string {
  const entries = [...members].toSorted(compareKeys);
  if (entries.length === 0) return '{}';
  if (!pretty) return `{${entries.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
  return `{\n${entries.map(([key, text]) => INDENT + JSON.stringify(key) + ': ' + indent(text)).join(',\n')}\n}`;
}

export function joinArray(items: readonly string[], pretty: boolean): string {
  if (items.length === 0) return '[]';
  return pretty ? `[\n${items.map((text) => INDENT + indent(text)).join(',\n')}\n]` : `[${items.join(',')}]`;
}

/** Strings in JSON have no raw line end, so every line end is between tokens. */
function indent(text: string): string {
  return text.replaceAll('\n', `\n${INDENT}`);
}

/** Most objects are in order already, and checking costs less than sorting. */
function keysInOrder(value: object): string[] {
  const keys = Object.keys(value);
  const isInOrder = keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') < key);
  return isInOrder ? keys : keys.toSorted();
}

/** On the hot path: formatted for every emitted reading. */
function minified(value: object): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
  let members = '';
  for (const key of keysInOrder(value)) {
    const member = (value as Record<string, unknown>)[key];
    if (member === undefined) continue;
    if (members !== '') members += ',';
    members += `${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}

/**
 * Members that are undefined are left out.
 * @param pretty indents by two spaces
 */
export function canonicalJson(value: unknown, pretty = false): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (!pretty) return minified(value);
  if (Array.isArray(value)) {
    return joinArray(
      value.map((item) => canonicalJson(item, true)),
      true,
    );
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return joinObject(
    members.map(([key, member]) => [key, canonicalJson(member, true)]),
    true,
  );
}
