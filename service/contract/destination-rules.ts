/** Rules for the texts of a notification destination, shared by service and window. */

/** Maximum length of an address or a host, in characters (RFC 5321, section 4.5.3.1). */
const MAX_ADDRESS = 254;

/** Maximum length of a token, in characters. */
const MAX_TOKEN = 4096;

/** Returns the error of a mail server's host; undefined if it is valid. Empty: none. */
export function mailHostError(value: string): string | undefined {
  if (value.length > MAX_ADDRESS) return `must have at most ${MAX_ADDRESS} characters`;
  if (value === '') return undefined;
  return /^[\p{L}\p{N}.:_[\]-]+$/u.test(value) ? undefined : 'must be a host name or an IP address, without a port';
}

/** Returns the error of one e-mail address; undefined if it is valid. Names and comments are not permitted. */
export function mailAddressError(value: string): string | undefined {
  if (value === '') return 'must not be empty';
  if (value.length > MAX_ADDRESS) return `must have at most ${MAX_ADDRESS} characters`;
  return /^[^\s@,;:<>()[\]"\\\p{Cc}\p{Cf}]+@[^\s@,;:<>()[\]"\\\p{Cc}\p{Cf}]+$/u.test(value)
    ? undefined
    : 'must be an e-mail address such as lab@example.com';
}

/** Returns the error of an ntfy topic; undefined if it is valid (ntfy accepts letters, digits, _ and -, up to 64). */
export function ntfyTopicError(value: string): string | undefined {
  if (value === '') return undefined;
  return /^[-_A-Za-z0-9]{1,64}$/.test(value) ? undefined : 'must have up to 64 letters, digits, _ or -';
}

/** Headers that the request itself sets. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'host',
  'transfer-encoding',
  'x-mensura-id',
  'x-mensura-signature',
]);

/** Splits `Name: value` at the first colon. */
export function parseHeader(text: string): { name: string; value: string } {
  const at = text.indexOf(':');
  return at < 0
    ? { name: text.trim(), value: '' }
    : { name: text.slice(0, at).trim(), value: text.slice(at + 1).trim() };
}

/** Returns the error of a header as `Name: value`; undefined if it is valid (RFC 9110, section 5). */
export function headerError(text: string): string | undefined {
  if (!text.includes(':')) return 'must have the form Name: value';
  const { name, value } = parseHeader(text);
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/.test(name)) return 'must not contain an invalid header name';
  if (OWN_HEADERS.has(name.toLowerCase())) return `must not contain ${name}, which Mensura sets itself`;
  return /^[\u0020-\u007E]{0,1000}$/.test(value)
    ? undefined
    : `must have at most 1000 printable ASCII characters as the value of ${name}`;
}

/** Returns the error of a bearer token, never its text; undefined if it is valid. A header cannot have other characters. */
export function tokenError(value: string): string | undefined {
  if (value.length > MAX_TOKEN) return `must have at most ${MAX_TOKEN} characters`;
  return /^[\u0020-\u007E]*$/.test(value) ? undefined : 'must have printable ASCII characters only';
}

/** Returns the error of a time of day; undefined if it is valid. Empty: none. */
export function timeOfDayError(value: string): string | undefined {
  return value === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? undefined : 'must be a time such as 22:00';
}

/** The variables of a webhook's template, each with what it stands for (docs/notifications.md). */
export const TEMPLATE_VARIABLES = {
  title: 'The subject.',
  text: 'The whole message, with line breaks.',
  event: '`raised`, `cleared`, `acknowledged`, `reminder`, `daily` or `test`: of the first alarm.',
  severity: '`information`, `warning` or `critical`: of the first alarm.',
  device: 'Name of the device of the first alarm.',
  serial: 'Serial number of that device.',
  channel: 'Channel name of the first alarm.',
  value: 'The reading that raised the alarm, with its unit.',
  limit: 'The exceeded limit, with its unit.',
  since: 'Time the first alarm was raised, as a timestamp.',
  message: 'The message of its rule.',
  count: 'Number of alarms in the message.',
  link: 'Address of the Alarms page.',
  id: 'Message ID, the same for every attempt.',
} as const;
export type TemplateVariable = keyof typeof TEMPLATE_VARIABLES;

/**
 * The JSON text of a template: `{{name}}` within a string becomes the variable's text.
 * @param valueOf the text of a variable
 */
export function filledTemplate(template: string, valueOf: (name: TemplateVariable) => string): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) =>
    JSON.stringify(valueOf(name as TemplateVariable)).slice(1, -1),
  );
}

/** Returns the error of a webhook's template; undefined if it is valid. Empty: the default body. */
export function templateError(template: string): string | undefined {
  if (template === '') return undefined;
  if (template.length > 10_000) return 'must have at most 10000 characters';
  for (const [, name = ''] of template.matchAll(/\{\{([^{}]*)\}\}/g)) {
    if (!Object.hasOwn(TEMPLATE_VARIABLES, name)) return `has the unknown variable {{${name}}}`;
  }
  try {
    // Only a number may be outside of a string.
    JSON.parse(filledTemplate(template, (name) => (name === 'count' ? '1' : 'x')));
    return undefined;
  } catch {
    return 'must be valid JSON, with variables such as {{text}} inside strings';
  }
}
