/** What JSON text says that a parsed value no longer shows: keys given twice, keys that objects keep for themselves. */
import type { FieldError } from '../../support/errors.ts';

/** Strings and the marks that give structure; valid JSON has nothing else that matters here. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]/g;

/** Parsed, it is an own key like any other; whoever copies the object by assignment sets its prototype instead. */
const RESERVED = '__proto__';

export interface JsonScan {
  /** How many objects and arrays stand inside each other. */
  depth: number;
  /** The first key that stands twice in one object, or is reserved. */
  problem: FieldError | undefined;
}

interface Level {
  /** The keys so far; undefined in an array. */
  keys: Set<string> | undefined;
  /** The key or index of the value that is being read. */
  place: string | number;
}

function problemOf(key: string, keys: Set<string>): string | undefined {
  if (key === RESERVED) return 'is a reserved word';
  return keys.has(key) ? 'duplicate field' : undefined;
}

/** @param text valid JSON */
export function scanJson(text: string): JsonScan {
  const open: Level[] = [];
  let depth = 0;
  let problem: FieldError | undefined;
  let last = '';
  for (const [token] of text.matchAll(TOKENS)) {
    const inner = open.at(-1);
    if (token === '{') open.push({ keys: new Set(), place: '' });
    else if (token === '[') open.push({ keys: undefined, place: 0 });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',' && typeof inner?.place === 'number') inner.place += 1;
    else if (token === ':' && inner?.keys && !problem) {
      const key = JSON.parse(last) as string;
      inner.place = key;
      const message = problemOf(key, inner.keys);
      if (message) problem = { path: open.map(({ place }) => place).join('.'), message };
      inner.keys.add(key);
    }
    depth = Math.max(depth, open.length);
    last = token;
  }
  return { depth, problem };
}
