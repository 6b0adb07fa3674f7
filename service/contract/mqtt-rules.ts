/** Rules for the texts of an MQTT client (docs/decisions.md#3-expert-operations-mqtt), shared by service and window. */
import { prefixError } from './mqtt-topics.ts';

/** Maximum length of a host, name or identifier, in characters. */
export const MAX_TEXT = 255;

/** Maximum length of a user name or password, in bytes of UTF-8: the limit of an MQTT packet. */
const MAX_CREDENTIAL_BYTES = 65_535;

/** Names that every object has: as keys they could be mistaken for its own members. */
const RESERVED: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

/** Returns the error of a text of 1 to 255 characters; undefined if it is valid. */
export function lengthError(value: string): string | undefined {
  if (value === '') return 'must not be empty';
  return Array.from(value).length > MAX_TEXT ? `must have at most ${MAX_TEXT} characters` : undefined;
}

/** Returns the error of a client's name, which is its topic prefix; undefined if it is valid. */
export function nameError(name: string): string | undefined {
  return lengthError(name) ?? (RESERVED.has(name) ? 'is a reserved word' : prefixError(name));
}

/** Returns the error of a client's identifier; undefined if it is valid. */
export function identifierError(identifier: string): string | undefined {
  if (RESERVED.has(identifier)) return 'is a reserved word';
  // A URL cannot have these two as a path segment.
  if (identifier === '.' || identifier === '..') return 'must not be "." or ".."';
  if (!identifier.isWellFormed()) return 'has an invalid Unicode character';
  return lengthError(identifier);
}

/** Returns the error of a broker's host; undefined if it is valid. */
export function hostError(host: string): string | undefined {
  const length = lengthError(host);
  if (length) return length;
  if (host.includes('://')) return 'must be a name or an address, without mqtt://';
  // Invisible or bidirectional characters would show another host than the one that is used.
  return /[\s/\\?#@\p{Cc}\p{Cf}]/u.test(host) || !host.isWellFormed()
    ? 'must be a name or an address, without spaces, slashes or other special characters'
    : undefined;
}

/** Returns the error of a user name or password, never its text; undefined if it is valid. */
export function credentialError(value: string): string | undefined {
  if (value.includes('\0') || !value.isWellFormed()) return 'has a character that MQTT does not allow';
  return new TextEncoder().encode(value).length > MAX_CREDENTIAL_BYTES
    ? `must have at most ${MAX_CREDENTIAL_BYTES} bytes`
    : undefined;
}
