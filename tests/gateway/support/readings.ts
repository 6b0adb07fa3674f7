/** Readings as they came over an event stream, and as they are stored. */
import { expect } from 'vitest';
import type { HistoryResult, ReadingsEvent } from '../../../service/contract/index.ts';
import type { EventClient } from '../../support/events.ts';
import { until } from '../../support/until.ts';
import type { Station } from './station.ts';

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

/** The temperatures in a service's history, oldest first. @param from milliseconds since 1970 */
export async function keptTemperatures(
  { behind }: Station,
  family: string,
  from: number,
): Promise<{ at: number; magnitude: unknown }[]> {
  const path = `/app/v1/history?channel=${family}/E24638/temperature&from=${from}&to=${Date.now()}&points=20000`;
  const { channels } = (await behind.get(path)).json<HistoryResult>();
  return channels.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      expect(part.kind).toBe('readings');
      return part.kind === 'readings' ? part.at.map((at, place) => ({ at, magnitude: part.magnitude[place] })) : [];
    }),
  );
}
