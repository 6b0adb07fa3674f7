/** The contents of the history and the CSV files of a service. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ChannelRef,
  channelPath,
  type HistoryResult,
  type HistoryStatistics,
  type StoredChannels,
} from '../../../service/contract/index.ts';
import { numberOf } from './counted-instrument.ts';

/** Channels of a query, and maximum points of a response. */
const MOST_CHANNELS = 64;
const MOST_POINTS = 20_000;

/** A range with fewer readings of a device than a response may have, in milliseconds. */
const STRETCH_MS = 30 * 60_000;

/** Readings by device, valid or not, as in `usb/E24638`. @param from milliseconds since 1970 */
export async function keptReadings(url: string, from: number): Promise<Map<string, number>> {
  const { channels } = await ask<StoredChannels>(url, '/app/v1/history/channels');
  const counts = new Map<string, number>();
  for (let place = 0; place < channels.length; place += MOST_CHANNELS) {
    const some = channels.slice(place, place + MOST_CHANNELS);
    const statistics = await ask<HistoryStatistics>(
      url,
      `/app/v1/history/statistics?${stretch(some, from, Date.now())}`,
    );
    for (const { family, serial, count, failed } of statistics.channels) {
      const key = `${family}/${serial}`;
      counts.set(key, (counts.get(key) ?? 0) + count + failed);
    }
  }
  return counts;
}

/** The numbers of the readings of a counted device, in order of time. @param from milliseconds since 1970 */
export async function keptNumbers(url: string, device: Omit<ChannelRef, 'channel'>, from: number): Promise<number[]> {
  const pressures = await keptValues(url, { ...device, channel: 'atmospheric_pressure' }, from);
  return pressures.map(([, kilopascal]) => numberOf(kilopascal));
}

/** Times and values of the valid readings of a channel, in order of time. @param from milliseconds since 1970 */
export async function keptValues(
  url: string,
  channel: ChannelRef,
  from: number,
): Promise<[at: number, value: number][]> {
  const values: [number, number][] = [];
  for (let begin = from; begin < Date.now(); begin += STRETCH_MS) {
    const query = `${stretch([channel], begin, begin + STRETCH_MS)}&points=${MOST_POINTS}`;
    const { channels } = await ask<HistoryResult>(url, `/app/v1/history?${query}`);
    for (const part of channels.flatMap(({ parts }) => parts)) {
      if (part.kind !== 'readings') throw new Error('The history answers with sums where readings were asked for.');
      for (const [index, magnitude] of part.magnitude.entries())
        if (magnitude !== null) values.push([part.at[index] ?? Number.NaN, magnitude]);
    }
  }
  return values;
}

/** Rows of the CSV files by device, as in `usb/E24638`: one for each sample set. */
export async function csvRows(dataDir: string): Promise<Map<string, number>> {
  const folder = join(dataDir, 'csv');
  const counts = new Map<string, number>();
  for (const name of await readdir(folder)) {
    const [, gateway, serial] = /^(gateway_)?(.+?)_\d{4}-/.exec(name) ?? [];
    if (serial === undefined) throw new Error(`"${name}" is no CSV file of a device.`);
    const key = `${gateway ? 'gateway' : 'usb'}/${serial}`;
    const lines = (await readFile(join(folder, name), 'utf8')).split('\r\n').length;
    // Without the heading and the empty text after the last line.
    counts.set(key, (counts.get(key) ?? 0) + lines - 2);
  }
  return counts;
}

function stretch(channels: readonly ChannelRef[], from: number, to: number): string {
  return `${channels.map((channel) => `channel=${channelPath(channel)}`).join('&')}&from=${from}&to=${to}`;
}

async function ask<Answer>(url: string, path: string): Promise<Answer> {
  const response = await fetch(url + path);
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}
