/** JSON bodies, read strictly: UTF-8, and no key twice in one object. */
import type * as z from 'zod';
import { badFields, errorText, MensuraError, type Problem } from '../../support/errors.ts';

/** Strings and the marks that give structure; valid JSON has nothing else that matters here. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/** The path of the first key that stands twice in one object; undefined when none does. The text must be valid JSON. */
export function duplicateKey(text: string): string | undefined {
  const open: { keys: Set<string> | undefined; place: string }[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKENS)) {
    const inner = open.at(-1);
    if (token === '{' || token === '[') open.push({ keys: token === '{' ? new Set() : undefined, place: '' });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':' && inner?.keys) {
      const key = JSON.parse(last) as string;
      inner.place = key;
      if (inner.keys.has(key)) {
        return open
          .map(({ place }) => place)
          .filter(Boolean)
          .join('.');
      }
      inner.keys.add(key);
    }
    last = token;
  }
  return undefined;
}

/** A schema's issue as problems: one for each field that is wrong. */
function problemsOf({ code, path, message, ...issue }: z.core.$ZodIssue): Problem[] {
  const place = path.map(String);
  if (code !== 'unrecognized_keys') return [{ path: place.join('.'), message }];
  const keys = (issue as { keys?: string[] }).keys ?? [];
  return keys.map((key) => ({ path: [...place, key].join('.'), message: 'there is no such field' }));
}

/**
 * The checked value of a body.
 * @param body the bytes, or undefined where the request had none
 * @throws MensuraError `bad-request` naming the path of each wrong field
 */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  let text: string;
  let json: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body instanceof Uint8Array ? body : new Uint8Array());
    json = JSON.parse(text);
  } catch (error) {
    throw new MensuraError('bad-request', `The body is not JSON: ${errorText(error)}.`, { cause: error });
  }
  const twice = duplicateKey(text);
  if (twice !== undefined) throw badFields([{ path: twice, message: 'the field is given twice' }]);
  const checked = schema.safeParse(json);
  if (checked.success) return checked.data;
  throw badFields(checked.error.issues.flatMap(problemsOf));
}
