/** Readings as they came over an event stream. */
import type { ReadingsEvent } from '../../../service/contract/index.ts';
import type { EventClient } from '../../support/events.ts';
import { until } from '../../support/until.ts';

export interface HeardReadings extends Pick<ReadingsEvent, 'timestamp' | 'values'> {
  /** When they came, in milliseconds since 1970. */
  at: number;
}

/** The readings of one device, in the order in which they came. */
export function readingsOf({ seen }: EventClient, family: string, serial: string): HeardReadings[] {
  return seen.flatMap(({ event, data, at }) => {
    if (event !== 'readings' || data['family'] !== family || data['serial'] !== serial) return [];
    const { timestamp, values } = data as unknown as ReadingsEvent;
    return [{ timestamp, values, at }];
  });
}

/** Why devices of the gateway family went, as `E24638: reason`. */
export function removals({ seen }: EventClient): string[] {
  return seen.flatMap(({ what, data }) => {
    const [, serial] = /^gateway\/(.*)$/.exec(String(data['key'])) ?? [];
    return what === 'device gone' && serial !== undefined ? [`${serial}: ${String(data['reason'])}`] : [];
  });
}

/** Waits until this is among them. */
export async function hearsRemoval(events: EventClient, words: string): Promise<void> {
  await until(`"${words}" on the event stream`, () => removals(events).includes(words));
}
