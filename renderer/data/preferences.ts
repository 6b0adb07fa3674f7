/** Preferences of this user in this browser: theme, window length, pane sizes. */

const PREFIX = 'mensura.';

/** The remembered choice, or undefined when there is none. */
export function readPreference(name: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + name) ?? undefined;
  } catch {
    // Storage can be forbidden by the browser's settings: then nothing is remembered, and everything else works.
    return undefined;
  }
}

/** Remembers a choice where the browser allows it. */
export function writePreference(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // As above: forgetting a choice is all that follows from it.
  }
}
