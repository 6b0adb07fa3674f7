/** A data folder whose history holds as much as one likes. */
import type { ChannelRef } from '../../service/contract/index.ts';
import { createHistoryStore } from '../../service/history/store/history-store.ts';
import { silentLogger } from '../../service/support/logger.ts';

/** Readings that are committed together. */
const BATCH = 64_000;

const SERIAL = 'E24638';

export interface Filling {
  channels: number;
  /** Readings of each. */
  perChannel: number;
  /** Of the first, milliseconds since 1970. */
  from: number;
  stepMs: number;
}

/** The channel at a place: all are temperatures of one instrument. */
export function filledChannel(place: number): ChannelRef {
  return { family: 'usb', serial: SERIAL, channel: `temperature_${place}` };
}

/** What the channel at a place measured: a thousandth of a degree is the last digit, and no two channels agree. */
export function filledValue(index: number, place: number): number {
  return Math.round(20_000 + 5000 * Math.sin(index / 500 + place) + (index % 7)) / 1000;
}

/** Fills the history of a data folder that no service uses. */
export async function fillHistory(dataDir: string, { channels, perChannel, from, stepMs }: Filling): Promise<void> {
  const store = createHistoryStore({ dataDir, logger: silentLogger });
  await store.open();
  await store.configure({ rawDays: 36_500, minuteDays: 36_500, maxBytes: 1e12 });
  const declared = Array.from({ length: channels }, (_, slot) => ({
    ...filledChannel(slot),
    slot,
    unit: '°C',
    description: 'Temperature',
    label: '',
    product: 'VCP-PTH450-CAL',
    order: slot,
  }));
  const moments = Math.max(1, Math.floor(BATCH / channels));
  for (let begin = 0; begin < perChannel; begin += moments) {
    const size = Math.min(moments, perChannel - begin) * channels;
    const indexOf = (reading: number): number => begin + Math.floor(reading / channels);
    await store.commit({
      id: String(begin),
      declared: begin === 0 ? declared : [],
      slots: Uint32Array.from({ length: size }, (_, reading) => reading % channels),
      at: Float64Array.from({ length: size }, (_, reading) => from + indexOf(reading) * stepMs),
      values: Float64Array.from({ length: size }, (_, reading) => filledValue(indexOf(reading), reading % channels)),
    });
  }
  await store.close();
}

/** The address of an export of the first channels. */
export function exportPath(channels: number, { from, perChannel, stepMs }: Filling, query: string): string {
  const named = Array.from({ length: channels }, (_, place) => `channel=usb/${SERIAL}/temperature_${place}`);
  return `/app/v1/export?${named.join('&')}&from=${from}&to=${from + perChannel * stepMs}&${query}`;
}
