/** Finds what a parsed value no longer shows: duplicate and reserved keys. */
import type { FieldError } from '../../support/errors.ts';

/** Strings and structural characters; valid JSON has nothing else that matters here. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]/g;

/** JSON.parse makes it an own key, but copying the object by assignment sets the prototype. */
const RESERVED = '__proto__';

export interface JsonScan {
  /** Nesting depth of objects and arrays. */
  depth: number;
  /** The first duplicate or reserved key. */
  problem: FieldError | undefined;
}

interface Level {
  /** The keys so far; undefined in an array. */
  keys: Set<string> | undefined;
  /** The key or index of the current value. */
  place: string | number;
}

function errorOf(key: string, keys: Set<string>): string | undefined {
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
      const message = errorOf(key, inner.keys);
      if (message) problem = { path: open.map(({ place }) => place).join('.'), message };
      inner.keys.add(key);
    }
    depth = Math.max(depth, open.length);
    last = token;
  }
  return { depth, problem };
}
