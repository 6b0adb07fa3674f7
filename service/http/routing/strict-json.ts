/** Strict JSON bodies: UTF-8, no duplicate keys, no unknown fields. */
import type * as z from 'zod';
import { type FieldError, invalidFields, MensuraError } from '../../support/errors.ts';
import { describeJsonError } from '../../support/json-file.ts';

/** Strings and structural characters; valid JSON has nothing else that matters here. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]/g;

/** JSON.parse makes it an own key, but copying the object by assignment sets the prototype. */
const RESERVED = '__proto__';

interface JsonScan {
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

/** Finds what a parsed value no longer shows: duplicate and reserved keys. @param text valid JSON */
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

/** Maximum nesting depth; the deepest body of a route has five levels. */
const MAX_DEPTH = 32;

/** Maximum listed field errors; the others are counted. */
const MAX_ERRORS = 20;

/** Maximum length of a key in a path, in characters: a little more than the longest valid key. */
const MAX_KEY = 300;

/** A parsed body, not yet validated. */
export interface JsonBody {
  value: unknown;
  /** An error independent of the schema: a duplicate or reserved key. */
  problem: FieldError | undefined;
}

/** No body, or an empty one. */
export const NO_BODY: JsonBody = { value: {}, problem: undefined };

/** @throws MensuraError `bad-request` if the bytes are not JSON in UTF-8, or nested too deeply */
export function readJson(bytes: Uint8Array): JsonBody {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new MensuraError('bad-request', 'The body is not valid JSON: it is not UTF-8.', { cause: error });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The error of the parser quotes the body, which can contain a password.
    throw new MensuraError('bad-request', `The body is not valid JSON: ${describeJsonError(text)}.`);
  }
  const { depth, problem } = scanJson(text);
  if (depth > MAX_DEPTH) {
    throw new MensuraError('bad-request', `The body is nested too deeply. The limit is ${MAX_DEPTH} levels.`);
  }
  return { value, problem: problem && { ...problem, path: shortPath(problem.path.split('.')) } };
}

function shortPath(place: readonly PropertyKey[]): string {
  return place
    .map(String)
    .map((key) => (key.length > MAX_KEY ? `${key.slice(0, MAX_KEY)}...` : key))
    .join('.');
}

/** Required types, by their names in zod. */
const KINDS: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
};

function boundOf(limit: string, { origin, input }: z.core.$ZodRawIssue): string {
  if (origin === 'string') return `must have ${limit} characters`;
  if (origin === 'array') return `must have ${limit} entries`;
  return `must be ${limit}, got ${String(input)}`;
}

/** The message where a schema has none of its own; undefined: that of zod. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? 'is missing' : `must be ${KINDS[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'too_big') return boundOf(`at most ${issue.maximum}`, issue);
  if (issue.code === 'too_small') {
    const isText = issue.origin === 'string' && issue.minimum === 1;
    return isText ? 'must not be empty' : boundOf(`at least ${issue.minimum}`, issue);
  }
  if (issue.code === 'invalid_value') {
    return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
  }
  return issue.code === 'invalid_key' ? 'is not a valid key' : undefined;
}

/** A schema issue as field errors, one for each field. */
function errorsOf(issue: z.core.$ZodIssue): FieldError[] {
  const { path, message } = issue;
  if (issue.code !== 'unrecognized_keys') return [{ path: shortPath(path), message }];
  return issue.keys.map((key) => ({ path: shortPath([...path, key]), message: 'unknown field' }));
}

/**
 * The validated value of a body.
 * @throws MensuraError `bad-request` naming the path of each invalid field
 */
export function checkBody<Schema extends z.ZodType>(schema: Schema, { value, problem }: JsonBody): z.infer<Schema> {
  if (problem) throw invalidFields([problem]);
  const checked = schema.safeParse(value, { error: describeIssue });
  if (checked.success) return checked.data;
  const errors = checked.error.issues.flatMap(errorsOf);
  const others = errors.splice(MAX_ERRORS).length;
  if (others > 0) errors.push({ path: '', message: `${others} more invalid ${others === 1 ? 'field' : 'fields'}` });
  throw invalidFields(errors);
}
