/** Feeds readings and gaps from the event stream into the sample store. */
import type { AppDevice } from '../../../service/contract/index.ts';
import { deviceKey } from '../devices/key.ts';
import type { SampleStore } from '../samples/index.ts';
import type { StreamEvent } from './messages.ts';

/** What the feed needs of the charts' store. */
export type SampleSink = Pick<SampleStore, 'push' | 'gap' | 'forget'>;

export class SampleFeed {
  readonly #samples: SampleSink;
  readonly #known = new Set<string>();

  constructor(samples: SampleSink) {
    this.#samples = samples;
  }

  /** The present values of all devices, when the window joins. */
  load(devices: readonly AppDevice[]): void {
    this.#interrupt();
    for (const device of devices) this.#present(device);
  }

  take(events: readonly StreamEvent[]): void {
    for (const event of events) this.#take(event);
  }

  /** A device that is not coming back. */
  forget(key: string): void {
    this.#known.delete(key);
    this.#samples.forget(key);
  }

  #take(event: StreamEvent): void {
    switch (event.name) {
      case 'readings': {
        const { values, timestamp } = event.data;
        const magnitudes = Object.entries(values).map(([label, { magnitude }]) => [label, magnitude] as const);
        this.#push(deviceKey(event.data), timestamp, Object.fromEntries(magnitudes));
        return;
      }
      case 'device':
        // Its present values, for one that samples once a minute; those that are known already count once.
        if (event.data.state === 'silent') this.#samples.gap(deviceKey(event.data));
        else this.#present(event.data);
        return;
      case 'removed':
        this.#samples.gap(deviceKey(event.data));
        return;
      case 'reset':
        // A stream that could be resumed brings what was missed; one that could not leaves a gap.
        this.#interrupt();
        return;
      case 'notice':
      case 'client':
      case 'gateway':
      case 'alarm':
      case 'alarm-rule':
      case 'marker':
      case 'settings':
    }
  }

  #present(device: AppDevice): void {
    if (device.last_reading === null || device.state === 'silent') return;
    const channels = Object.entries(device.device.channels);
    const magnitudes = channels.map(([label, { value }]) => [label, value?.magnitude ?? null] as const);
    this.#push(deviceKey(device), device.last_reading, Object.fromEntries(magnitudes));
  }

  #push(key: string, timestamp: string, values: Record<string, number | null>): void {
    this.#known.add(key);
    this.#samples.push(key, Date.parse(timestamp), values);
  }

  #interrupt(): void {
    for (const key of this.#known) this.#samples.gap(key, true);
  }
}
