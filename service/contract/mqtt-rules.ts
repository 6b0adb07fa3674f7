/** What the texts of an MQTT client's configuration may be (docs/decisions.md#3-expert-operations-mqtt): pure, shared by service and GUI. */
import { prefixProblem } from './mqtt-topics.ts';

/** The longest host, name or identifier, in characters. */
export const MAX_TEXT = 255;

/** The longest user name or password, in bytes of UTF-8: what an MQTT packet can carry. */
const MAX_CREDENTIAL_BYTES = 65_535;

/** Names that every object has: as keys they could be taken for members of ours. */
const RESERVED: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

/** What is wrong with a text of 1 to 255 characters; undefined when nothing is. */
export function lengthProblem(value: string): string | undefined {
  if (value === '') return 'must not be empty';
  return Array.from(value).length > MAX_TEXT ? `must have at most ${MAX_TEXT} characters` : undefined;
}

/** What is wrong with a client's name, which is the prefix of its topics; undefined when nothing is. */
export function nameProblem(name: string): string | undefined {
  return lengthProblem(name) ?? (RESERVED.has(name) ? 'is a reserved word' : prefixProblem(name));
}

/** What is wrong with a client's identifier; undefined when nothing is. */
export function identifierProblem(identifier: string): string | undefined {
  if (RESERVED.has(identifier)) return 'is a reserved word';
  // An address (URL) cannot carry these two as a part of its path.
  if (identifier === '.' || identifier === '..') return 'must not be "." or ".."';
  if (!identifier.isWellFormed()) return 'has an invalid Unicode character';
  return lengthProblem(identifier);
}

/** What is wrong with a broker's host; undefined when nothing is. */
export function hostProblem(host: string): string | undefined {
  const length = lengthProblem(host);
  if (length) return length;
  if (host.includes('://')) return 'must be a name or an address, without mqtt://';
  // A sign that is not seen, or turns the rest around, would show another host than the one that is dialled.
  return /[\s/\\?#@\p{Cc}\p{Cf}]/u.test(host) || !host.isWellFormed()
    ? 'must be a name or an address, without spaces, slashes or other special characters'
    : undefined;
}

/** What is wrong with a user name or a password; undefined when nothing is. The text itself is never repeated. */
export function credentialProblem(value: string): string | undefined {
  if (value.includes('\0') || !value.isWellFormed()) return 'has a character that MQTT does not allow';
  return new TextEncoder().encode(value).length > MAX_CREDENTIAL_BYTES
    ? `must have at most ${MAX_CREDENTIAL_BYTES} bytes`
    : undefined;
}
