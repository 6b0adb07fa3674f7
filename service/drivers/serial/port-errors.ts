/** Classifies errors on opening a port. The library provides only text; no other file reads it. */
import { errorText } from '../../support/errors.ts';

export type OpenFailure = 'busy' | 'denied' | 'missing' | 'failed';

/**
 * Patterns and their meaning; the first match counts. The texts are strerror's on Linux and macOS, and the library's
 * own on Windows (bindings-cpp 13, serialport_unix.cpp and serialport_win.cpp).
 */
const PATTERNS: readonly [RegExp, OpenFailure][] = [
  [/cannot lock port|resource busy|device or resource busy|resource temporarily unavailable/i, 'busy'],
  [/no such file|no such device|file not found|enoent|enxio|device not configured/i, 'missing'],
  [/permission denied|operation not permitted|eacces/i, 'denied'],
];

/** Windows reports a port in use as access denied; permissions play no part there. */
const WINDOWS_BUSY = /access (is )?denied/i;

export function classifyOpenError(error: unknown, platform: NodeJS.Platform = process.platform): OpenFailure {
  const text = errorText(error);
  if (platform === 'win32' && WINDOWS_BUSY.test(text)) return 'busy';
  return PATTERNS.find(([pattern]) => pattern.test(text))?.[1] ?? 'failed';
}
