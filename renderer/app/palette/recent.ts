/** Which commands this user used last, on this computer. */
import { readPreference, writePreference } from '../../data/preferences.ts';

/** As many are remembered. */
export const MAX_RECENT = 20;

/** What was remembered may be no command's any more, and longer than one is. */
const MAX_ID = 300;

const PREFERENCE = 'palette.recent';

/** Their identifiers, newest first. */
export function recentCommands(): string[] {
  try {
    const remembered: unknown = JSON.parse(readPreference(PREFERENCE) ?? '[]');
    if (!Array.isArray(remembered)) return [];
    return remembered.filter((id) => typeof id === 'string' && id.length <= MAX_ID).slice(0, MAX_RECENT) as string[];
  } catch {
    // Not what was written here: as if nothing had been.
    return [];
  }
}

/** Remembers that a command was used. */
export function rememberCommand(id: string): void {
  const others = recentCommands().filter((other) => other !== id);
  writePreference(PREFERENCE, JSON.stringify([id, ...others].slice(0, MAX_RECENT)));
}
