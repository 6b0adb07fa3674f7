/** The history as a backfill of a database reads it. */
import { deviceKey } from '../contract/index.ts';
import type { StoredDevice, StoredReadings, StoredSet } from '../databases/backfill.ts';
import type { KnownDevices } from '../devices/known-devices.ts';
import type { Registry } from '../devices/registry.ts';
import { mergeByTimestamp, NO_READING, type Rows, SliceCursor } from '../history/export/rows.ts';
import type { History } from '../history/history.ts';

/** Sets of one portion, and readings of a channel per request to the store. */
const PORTION = 1000;

function setsOf({ rows, at, values }: Rows, channels: readonly string[]): StoredSet[] {
  return Array.from({ length: rows }, (_, row) => ({
    at: at[row] ?? 0,
    samples: channels.flatMap((channel, column) => {
      const value = values[column]?.[row] ?? NO_READING;
      if (value === NO_READING) return [];
      return [{ channel, magnitude: Number.isNaN(value) ? null : value }];
    }),
  }));
}

export function createStoredReadings(
  history: Pick<History, 'source'>,
  registry: Pick<Registry, 'get'>,
  known: Pick<KnownDevices, 'get'>,
): StoredReadings {
  const { source } = history;
  return {
    devices: async () => {
      const byKey = new Map<string, StoredDevice & { channels: string[] }>();
      for (const { family, serial, channel } of await source.channels()) {
        const key = deviceKey({ family, serial });
        const device = byKey.get(key) ?? { family, serial, channels: [] };
        device.channels.push(channel);
        byKey.set(key, device);
      }
      return [...byKey].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, device]) => device);
    },
    async *sets({ family, serial, channels }, from, to) {
      const cursors = channels.map(
        (channel) => new SliceCursor((start) => source.read({ family, serial, channel }, start, to, PORTION), from),
      );
      for await (const rows of mergeByTimestamp(cursors, PORTION)) yield setsOf(rows, channels);
    },
    describe: (device) => (registry.get(device) ?? known.get(device))?.description,
  };
}
