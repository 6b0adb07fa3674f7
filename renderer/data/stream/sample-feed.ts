/** Feeds readings and gaps from the event stream into the sample store. */
import type { AppDevice } from '../../../service/contract/index.ts';
import type { SampleStore } from '../samples/sample-store.ts';
import type { EntityMirror } from './mirror.ts';

export type SampleSink = Pick<SampleStore, 'push' | 'gap' | 'removeDevice'>;

export class SampleFeed {
  readonly #samples: SampleSink;
  readonly #known = new Set<string>();

  constructor(mirror: EntityMirror, samples: SampleSink) {
    this.#samples = samples;
    mirror.onReadings(({ values, timestamp }, key) => {
      const magnitudes = Object.entries(values).map(([label, { magnitude }]) => [label, magnitude] as const);
      this.#push(key, timestamp, Object.fromEntries(magnitudes));
    });
    mirror.onChange('device', ({ key, value: device }) => {
      // Its current values, for a device with a long period; known ones are ignored.
      if (device && device.state !== 'silent') this.#present(key, device);
      else this.#samples.gap(key);
    });
    // A resumed stream sends what was missed; otherwise there is a gap.
    mirror.onReset(() => {
      for (const key of this.#known) this.#samples.gap(key, true);
    });
  }

  /** The device will not return. */
  forget(key: string): void {
    this.#known.delete(key);
    this.#samples.removeDevice(key);
  }

  #present(key: string, device: AppDevice): void {
    if (device.last_reading === null) return;
    const channels = Object.entries(device.device.channels);
    const magnitudes = channels.map(([label, { value }]) => [label, value?.magnitude ?? null] as const);
    this.#push(key, device.last_reading, Object.fromEntries(magnitudes));
  }

  #push(key: string, timestamp: string, values: Record<string, number | null>): void {
    this.#known.add(key);
    this.#samples.push(key, Date.parse(timestamp), values);
  }
}
