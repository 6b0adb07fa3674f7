/** Feeds readings and gaps from the event stream into the sample store. */
import type { AppDevice } from '../../../service/contract/index.ts';
import { deviceKey } from '../devices/key.ts';
import type { SampleStore } from '../samples/sample-store.ts';
import type { StreamEvent } from './messages.ts';

export type SampleSink = Pick<SampleStore, 'push' | 'gap' | 'forget'>;

export class SampleFeed {
  readonly #samples: SampleSink;
  readonly #known = new Set<string>();

  constructor(samples: SampleSink) {
    this.#samples = samples;
  }

  /** Current values for a new window. */
  load(devices: readonly AppDevice[]): void {
    this.#interrupt();
    for (const device of devices) this.#present(device);
  }

  take(events: readonly StreamEvent[]): void {
    for (const event of events) this.#take(event);
  }

  /** The device will not return. */
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
        // Its current values, for a device with a long period; known ones are ignored.
        if (event.data.state === 'silent') this.#samples.gap(deviceKey(event.data));
        else this.#present(event.data);
        return;
      case 'removed':
        this.#samples.gap(deviceKey(event.data));
        return;
      case 'reset':
        // A resumed stream sends what was missed; otherwise there is a gap.
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
