/** What is measured and what happens in the hours that pass. */

/** Simulated instruments; one of the first family is plugged in and out. Alarms on channels of the first of them. */
export const INSTRUMENTS = {
  usb: 6,
  gateway: 2,
  periodMs: 30_000,
  rules: [
    // In the midst of what the instrument's place has: raised and over a few times a day.
    { channel: 'temperature', upper: 23, hysteresis: 0.1 },
    { channel: 'relative_humidity', upper: 37, hysteresis: 0.5 },
  ],
} as const;

/**
 * What the history may keep; about 4 MiB of it is what SQLite has in its log. The hours are kept for ever, so every reading can be counted at the end.
 */
export const LIMITS = { rawDays: 1, minuteDays: 2, wideBytes: 64 * 2 ** 20, narrowBytes: 6 * 2 ** 20 } as const;

/** In every so many hours the broker goes in one and comes back in another. */
export const BROKER = { everyHours: 6, awayAt: 2, backAt: 4 } as const;

/** Once, after a third of the time: an hour, and a little more, so that no moment is there twice to the millisecond. */
export const CLOCK_BACK_MS = 3_601_234;

/** Where the computer is from the middle on. It begins in UTC. */
export const NEW_ZONE = 'Pacific/Auckland';
