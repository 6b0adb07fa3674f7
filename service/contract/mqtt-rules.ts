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

/** Most characters of a proxy's password: larger header fields are refused by proxies. */
const MAX_PROXY_PASSWORD = 1024;

/** Most characters of a path: many times what brokers use. */
const MAX_PATH = 1024;

/** Returns the error of a WebSocket path; undefined if it is valid. */
export function pathError(path: string): string | undefined {
  if (!path.startsWith('/')) return 'must start with a slash, such as /mqtt';
  if (path.length > MAX_PATH) return `must have at most ${MAX_PATH} characters`;
  return /[^\x21-\x7e]|#/.test(path) ? 'must have only the characters of a URL, without spaces and #' : undefined;
}

/** An HTTP proxy as it is typed: `proxy.example:3128` or `[::1]:3128`. */
const PROXY = /^(\[[^\]]+\]|[^:[\]]+):(\d{1,5})$/;

/** The parts of a valid proxy; undefined for any other text. The host is without brackets. */
export function parseProxy(text: string): { host: string; port: number } | undefined {
  const [, host = '', digits = ''] = PROXY.exec(text) ?? [];
  const port = Number(digits);
  if (hostError(host) !== undefined || port < 1 || port > 65_535) return undefined;
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port };
}

/** Returns the error of a proxy; undefined if it is valid. Empty: no proxy. */
export function proxyError(text: string): string | undefined {
  if (text === '') return undefined;
  if (text.includes('://')) return 'must be a host and a port, without http://';
  if (text.length > MAX_TEXT) return `must have at most ${MAX_TEXT} characters`;
  return parseProxy(text) ? undefined : 'must be a host and a port, such as proxy.example:3128';
}

/** Returns the error of a proxy's user name, never its text; undefined if it is valid (RFC 7617, 2). */
export function proxyUserError(name: string): string | undefined {
  if (Array.from(name).length > MAX_TEXT) return `must have at most ${MAX_TEXT} characters`;
  return name.includes(':') ? 'must not contain a colon' : proxyPasswordError(name);
}

/** Returns the error of a proxy's password, never its text; undefined if it is valid (RFC 7617, 2). */
export function proxyPasswordError(text: string): string | undefined {
  if (/\p{Cc}/u.test(text) || !text.isWellFormed()) return 'must not contain control characters';
  return text.length > MAX_PROXY_PASSWORD ? `must have at most ${MAX_PROXY_PASSWORD} characters` : undefined;
}
