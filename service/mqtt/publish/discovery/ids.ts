/** Ids as Home Assistant's discovery topics may have them: letters, digits, `_` and `-` alone (its MQTT page). */
import { createHash } from 'node:crypto';

/** How much of a digest keeps two texts apart that would read the same. */
const DIGEST_LENGTH = 8;

/** A text as an id that may stand before a `_`: it has none. Different texts have different ids. */
export function plainId(text: string): string {
  return encode(text, /[^a-zA-Z0-9-]+/g);
}

/** A text as the last part of an id. Different texts have different ids. */
export function lastId(text: string): string {
  return encode(text, /[^a-zA-Z0-9_-]+/g);
}

function encode(text: string, forbidden: RegExp): string {
  const readable = text.replaceAll(forbidden, '-');
  if (readable === text) return text;
  return `${readable}-${createHash('sha256').update(text).digest('hex').slice(0, DIGEST_LENGTH)}`;
}
