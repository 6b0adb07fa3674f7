/** The ids of devices and channels in discovery topics and messages. They never change with a name. */
import { createHash } from 'node:crypto';

/** Digest characters that distinguish texts with the same plain form. */
const DIGEST_LENGTH = 8;

/** An id without `_`, so that it may precede one. Different texts have different ids. */
export function plainId(text: string): string {
  return encode(text, /[^a-zA-Z0-9-]+/g);
}

/** The last part of an id. Different texts have different ids. */
export function lastId(text: string): string {
  return encode(text, /[^a-zA-Z0-9_-]+/g);
}

function encode(text: string, forbidden: RegExp): string {
  const readable = text.replaceAll(forbidden, '-');
  if (readable === text) return text;
  return `${readable}-${createHash('sha256').update(text).digest('hex').slice(0, DIGEST_LENGTH)}`;
}
