import { readPreference, writePreference } from '../../data/preferences.ts';

export const MAX_RECENT = 20;

/** In characters: local storage may contain anything. */
const MAX_ID = 300;

const PREFERENCE = 'palette.recent';

/** Identifiers, newest first. */
export function recentCommands(): string[] {
  try {
    const remembered: unknown = JSON.parse(readPreference(PREFERENCE) ?? '[]');
    if (!Array.isArray(remembered)) return [];
    return remembered.filter((id) => typeof id === 'string' && id.length <= MAX_ID).slice(0, MAX_RECENT) as string[];
  } catch {
    // Written by another program: ignore it.
    return [];
  }
}

export function rememberCommand(id: string): void {
  const others = recentCommands().filter((other) => other !== id);
  writePreference(PREFERENCE, JSON.stringify([id, ...others].slice(0, MAX_RECENT)));
}
