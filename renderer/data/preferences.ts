/** Preferences of this user in this browser: theme, window length, pane sizes. */

const PREFIX = 'mensura.';

export function readPreference(name: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + name) ?? undefined;
  } catch {
    // The browser may forbid storage: preferences are then not remembered.
    return undefined;
  }
}

export function writePreference(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // As above.
  }
}
