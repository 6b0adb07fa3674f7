import { type ReadingChoice, ReadingSelection, selectsAll } from '../../contract/index.ts';
import { canonicalJson } from '../../support/canonical-json.ts';
import type { PublishedDevice } from '../types.ts';

/** Period of a device that is silent for as long as nothing changes, in milliseconds: the longest that is accepted. */
const DAY_MS = 86_400_000;

/** Longest time between two messages of a device, in milliseconds; 0 if it is up to the device. */
export function slowestPeriodOf({ interval_s, only_changes, longest_silence_s }: ReadingChoice): number {
  const silence = longest_silence_s === 0 ? DAY_MS : longest_silence_s * 1000;
  return Math.min(DAY_MS, Math.max(interval_s * 1000, only_changes ? silence : 0));
}

function pick<Value>(values: Readonly<Record<string, Value>>, selection: ReadingSelection): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([channel]) => selection.hasChannel(channel)));
}

/**
 * A device as a client with a choice publishes it: with its channels only, and with a period that readers may wait for.
 */
export class ChosenDevices {
  readonly #selection: ReadingSelection;
  readonly #period: number;
  readonly #isWhole: boolean;

  constructor(choice: ReadingChoice) {
    this.#selection = new ReadingSelection(choice);
    this.#period = slowestPeriodOf(choice);
    this.#isWhole = selectsAll(choice) && this.#period === 0;
  }

  /** Undefined for a device that is not selected. */
  of(published: PublishedDevice): PublishedDevice | undefined {
    if (this.#isWhole) return published;
    const selection = this.#selection;
    if (!selection.hasDevice(published)) return undefined;
    const { device, product: whole, labels: all } = published.uncorrected ?? published;
    const product = { ...whole, channels: pick(whole.channels, selection) };
    const labels = pick(all, selection);
    const channels = Object.entries(pick(device.channels, selection)).map(([channel, state]) => {
      return [channel, { ...state, period_ms: Math.max(state.period_ms, this.#period) }] as const;
    });
    const chosen = {
      ...device,
      channel_list: device.channel_list.filter((channel) => selection.hasChannel(channel)),
      channels: Object.fromEntries(channels),
    };
    return { ...published, product, labels, device: chosen, info: infoPayload({ device: chosen, labels, product }) };
  }
}

/** The payload of an `info` topic: device (interface.md#device), product (interface.md#product) and labels, if any. */
export function infoPayload({
  device,
  labels,
  product,
}: Pick<PublishedDevice, 'device' | 'labels' | 'product'>): string {
  const isLabeled = Object.keys(labels).length > 0;
  return canonicalJson({ device, ...(isLabeled && { labels }), product });
}
