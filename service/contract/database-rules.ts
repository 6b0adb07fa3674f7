/** Rules for the texts of a database destination, shared by service and window. */

/** Maximum length of a URL, in characters. */
const MAX_URL = 2000;

/** Maximum length of a name in the line protocol, in characters: measurement, tag name or tag value. */
const MAX_LINE_NAME = 200;

// oxlint-disable-next-line no-control-regex -- control characters are what the texts must not have
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;

/** Tags that every line has. */
export const OWN_TAGS = ['installation', 'family', 'serial', 'model', 'name'] as const;

/** InfluxDB reserves these names (InfluxDB 2 documentation, "Line protocol", "Naming restrictions"). */
const RESERVED_TAGS: ReadonlySet<string> = new Set(['time', '_field', '_measurement']);

/** Returns the error of a server's URL; undefined if it is valid. */
export function databaseUrlError(value: string): string | undefined {
  if (value === '') return 'must not be empty';
  if (value.length > MAX_URL) return `must have at most ${MAX_URL} characters`;
  // Invisible or bidirectional characters would show another address than the one that is used.
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(value) || !value.isWellFormed())
    return 'must not contain spaces or special characters';
  if (!/^https?:\/\//i.test(value)) return 'must start with http:// or https://';
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    return 'must be a URL such as http://localhost:8086';
  }
  if (url.username !== '' || url.password !== '') return 'must not contain a username or password; use their fields';
  return url.hash === '' && !value.includes('#') ? undefined : 'must not contain #';
}

/** Returns the error of a path below the URL; undefined if it is valid. Empty: none. */
export function databasePathError(path: string): string | undefined {
  if (path === '') return undefined;
  if (!path.startsWith('/')) return 'must start with /';
  if (path.length > MAX_URL) return `must have at most ${MAX_URL} characters`;
  if (/[?#\s\\\p{Cc}\p{Cf}]/u.test(path) || !path.isWellFormed()) return 'must be a path such as /insert/0/influx';
  return path.split('/').some((part) => part === '.' || part === '..')
    ? 'must not contain . or .. as a part'
    : undefined;
}

/** Returns the error of a database, bucket or organization; undefined if it is valid. */
export function databaseTextError(value: string): string | undefined {
  if (value.length > MAX_LINE_NAME) return `must have at most ${MAX_LINE_NAME} characters`;
  return CONTROL.test(value) || !value.isWellFormed() ? 'must not contain control characters' : undefined;
}

/**
 * Returns the error of a measurement name, tag name or tag value; undefined if it is valid. The line protocol cannot
 * have line breaks in them, nor a backslash at their end.
 */
export function lineNameError(value: string): string | undefined {
  if (value === '') return 'must not be empty';
  if (value.length > MAX_LINE_NAME) return `must have at most ${MAX_LINE_NAME} characters`;
  if (CONTROL.test(value) || !value.isWellFormed()) return 'must not contain control characters';
  return value.endsWith('\\') ? 'must not end with a backslash' : undefined;
}

/** Returns the error of the measurement name; undefined if it is valid. */
export function measurementError(value: string): string | undefined {
  if (value.startsWith('_')) return 'must not start with an underscore, which InfluxDB reserves';
  return value.startsWith('#') ? 'must not start with #' : lineNameError(value);
}

/** An extra tag. */
export interface DatabaseTag {
  name: string;
  value: string;
}

/** Splits `name=value` at the first `=`. */
export function parseDatabaseTag(text: string): DatabaseTag {
  const at = text.indexOf('=');
  return at < 0
    ? { name: text.trim(), value: '' }
    : { name: text.slice(0, at).trim(), value: text.slice(at + 1).trim() };
}

/** Returns the error of an extra tag as `name=value`; undefined if it is valid. */
export function databaseTagError(text: string): string | undefined {
  if (!text.includes('=')) return 'must be name=value';
  const { name, value } = parseDatabaseTag(text);
  const nameProblem = lineNameError(name);
  if (nameProblem) return `has a tag whose name ${nameProblem}`;
  if (name.startsWith('_') || RESERVED_TAGS.has(name)) return `has the tag ${name}, which InfluxDB reserves`;
  if ((OWN_TAGS as readonly string[]).includes(name)) return `has the tag ${name}, which every line already has`;
  const valueProblem = lineNameError(value);
  return valueProblem ? `has the tag ${name} whose value ${valueProblem}` : undefined;
}

/** Returns the error of a username, password or token, never its text; undefined if it is valid. */
export function databaseCredentialError(value: string): string | undefined {
  if (value.length > 4096) return 'must have at most 4096 characters';
  return CONTROL.test(value) || !value.isWellFormed() ? 'must not contain control characters' : undefined;
}
