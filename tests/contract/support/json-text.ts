/** What JSON text itself says, before a parser hides it: the order of keys, and blanks between the parts. */

export interface JsonText {
  /** The keys of every object, in the order they stand, with the path of the object. */
  objects: { path: string; keys: string[] }[];
  /** Whether there is any blank outside of strings. */
  blanks: boolean;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+|\s+/gy;

/** @throws Error when the text holds something that is no JSON token */
export function readJsonText(text: string): JsonText {
  const objects: JsonText['objects'] = [];
  const open: ({ path: string; keys: string[] } | null)[] = [];
  let blanks = false;
  let expectKey = false;
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) throw new Error(`No JSON at ${text.slice(at, at + 30)}`);
    if (token.trim() === '') {
      blanks = true;
      continue;
    }
    const inside = open.at(-1);
    if (token === '{') {
      const object = { path: open.map((outer) => outer?.keys.at(-1) ?? '[]').join('/'), keys: [] };
      objects.push(object);
      open.push(object);
    } else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (expectKey && inside) inside.keys.push(JSON.parse(token) as string);
    expectKey = token === '{' || (token === ',' && open.at(-1) !== null);
  }
  return { objects, blanks };
}

/** Whether every object's keys stand in the order of their UTF-16 code units. */
export function unsortedObjects(text: string): JsonText['objects'] {
  // The default order of sort() is that of code units.
  return readJsonText(text).objects.filter(({ keys }) => keys.join('\n') !== keys.toSorted().join('\n'));
}
