/** The last wall before a text leaves in a bundle: whatever is a secret after all, and whose home it is. */

/** Shorter ones could be a part of anything; by itself no part of the bundle has any. */
const MIN_SECRET = 6;

const SECRET = '[secret]';

/** A text as it is, and as JSON has it within quotation marks. */
function formsOf(text: string): string[] {
  return [...new Set([text, JSON.stringify(text).slice(1, -1)])];
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

export interface ScrubOptions {
  /** Every password, certificate and key there is. */
  secrets: readonly string[];
  /** The user's home folder. */
  home: string;
}

/** @returns makes of a whole text one without secrets, and with `~` for the home folder */
export function createRedactor({ secrets, home }: ScrubOptions): (text: string) => string {
  // The longest first: one may be a part of another.
  const forms = secrets
    .filter((secret) => secret.length >= MIN_SECRET)
    .flatMap(formsOf)
    .toSorted((one, other) => other.length - one.length);
  // A service's user may have none, or `/`.
  const homes = home.length > 1 ? formsOf(home).map(escaped).join('|') : undefined;
  const homePattern = homes === undefined ? undefined : new RegExp(`(?:${homes})(?![\\w.-])`, 'g');
  return (text) => {
    const without = forms.reduce((rest, form) => rest.replaceAll(form, SECRET), text);
    return homePattern ? without.replaceAll(homePattern, '~') : without;
  };
}
