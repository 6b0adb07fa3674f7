import { ReadingFilter } from '../../../service/choice/reading-filter.ts';
import type { ChosenSet } from '../../../service/choice/types.ts';
import { READING_CHOICE_DEFAULTS, type ReadingChoice } from '../../../service/contract/index.ts';

export const DEVICE = { family: 'usb', serial: 'E1' } as const;

export const OTHER = { family: 'gateway', serial: 'G7' } as const;

/** 2026-11-29T12:00:00Z: the end of a second, a minute and an hour. */
export const NOON = Date.UTC(2026, 10, 29, 12);

export const SECOND = 1000;

export function filterOf(choice: Partial<ReadingChoice>): ReadingFilter {
  return new ReadingFilter({ ...READING_CHOICE_DEFAULTS, ...choice });
}

export function sample(channel: string, magnitude: number | null) {
  return { channel, magnitude };
}

/** Pushes one channel of `DEVICE`. */
export function pushOne(filter: ReadingFilter, at: number, magnitude: number | null, channel = 'temperature') {
  return plain(filter.push(DEVICE, at, [sample(channel, magnitude)]));
}

/** As `seconds after noon`, channel, magnitude and, of a mean, minimum, maximum and count. */
export function plain(sets: readonly ChosenSet[]): unknown[][] {
  return sets.flatMap(({ at, samples }) =>
    samples.map(({ channel, magnitude, spread }) => {
      const mean = spread ? [spread.minimum, spread.maximum, spread.count] : [];
      return [(at - NOON) / SECOND, channel, magnitude, ...mean];
    }),
  );
}
