/** The query parameter `pretty` (interface.md#parameters). */
import { MensuraError } from '../../support/errors.ts';

/** The values in a request target, in lower case. */
function valuesIn(url: string): string[] {
  const start = url.indexOf('?');
  if (start < 0) return [];
  return new URLSearchParams(url.slice(start + 1)).getAll('pretty').map((value) => value.toLowerCase());
}

/** @throws MensuraError `bad-request` for anything but a single `true` or `false` */
export function strictPretty(url: string): boolean {
  const values = valuesIn(url);
  if (values.length === 0) return false;
  if (values.length === 1 && (values[0] === 'true' || values[0] === 'false')) return values[0] === 'true';
  throw new MensuraError('bad-request', 'The query parameter pretty must be given once, as true or false.');
}

/** Ignores an invalid value. */
export function lenientPretty(url: string): boolean {
  const values = valuesIn(url);
  return values.length === 1 && values[0] === 'true';
}
