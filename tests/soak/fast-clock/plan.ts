/** Devices and events of the virtual hours. */

/** Simulated devices; one of the first family disconnects and reconnects. Alarms are on channels of the first. */
export const INSTRUMENTS = {
  usb: 6,
  gateway: 2,
  periodMs: 30_000,
  rules: [
    // Within the range of the simulated place: raised and cleared a few times a day.
    { channel: 'temperature', upper: 23, hysteresis: 0.1 },
    { channel: 'relative_humidity', upper: 37, hysteresis: 0.5 },
  ],
} as const;

/**
 * Limits of the history, of which SQLite's log takes about 4 MiB. Hour aggregates have no limit, so that every reading
 * can be counted at the end.
 */
export const LIMITS = { rawDays: 1, minuteDays: 2, wideBytes: 64 * 2 ** 20, narrowBytes: 6 * 2 ** 20 } as const;

/** The period of outages in hours, and the hours in it at which the broker stops and starts. */
export const BROKER = { everyHours: 6, awayAt: 2, backAt: 4 } as const;

/** Set back once, after a third of the time: an hour and a little more, so that no timestamp occurs twice. */
export const CLOCK_BACK_MS = 3_601_234;

/** The time zone from the middle on. The run starts in UTC. */
export const NEW_ZONE = 'Pacific/Auckland';
