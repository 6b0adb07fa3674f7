/** Removes remaining secrets and the home folder from a text before it is exported. */

/** Shorter ones could be part of any text; no fixed part of the ZIP contains one. */
const MIN_SECRET = 6;

const SECRET = '[secret]';

/** A text as it is, and as in a JSON string. */
function formsOf(text: string): string[] {
  return [...new Set([text, JSON.stringify(text).slice(1, -1)])];
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

export interface ScrubOptions {
  /** Every password, certificate and key. */
  secrets: readonly string[];
  /** The user's home folder. */
  home: string;
}

/** @returns a function that removes secrets from a complete text and replaces the home folder by `~` */
export function createRedactor({ secrets, home }: ScrubOptions): (text: string) => string {
  // Longest first: one may contain another.
  const forms = secrets
    .filter((secret) => secret.length >= MIN_SECRET)
    .flatMap(formsOf)
    .toSorted((one, other) => other.length - one.length);
  // The user of a service may have no home, or `/`.
  const homes = home.length > 1 ? formsOf(home).map(escaped).join('|') : undefined;
  const homePattern = homes === undefined ? undefined : new RegExp(`(?:${homes})(?![\\w.-])`, 'g');
  return (text) => {
    const without = forms.reduce((rest, form) => rest.replaceAll(form, SECRET), text);
    return homePattern ? without.replaceAll(homePattern, '~') : without;
  };
}
