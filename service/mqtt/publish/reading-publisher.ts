import { deviceTopics, type MqttLayout } from '../../contract/index.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { PublishedSampleSet } from '../types.ts';
import { valueJson } from './value-json.ts';

/** The topics of one device's readings, below the client's prefix. */
interface ReadingTopics {
  measurement: string;
  channels: Map<string, string>;
  channel(name: string): string;
}

/** Payloads of a sample set's channel topics, in the order of its samples: built once for all clients. */
const channelPayloads = new WeakMap<PublishedSampleSet, readonly string[]>();

function channelPayloadsOf(sampleSet: PublishedSampleSet): readonly string[] {
  const known = channelPayloads.get(sampleSet);
  if (known) return known;
  const timestamp = new Date(sampleSet.at).toISOString();
  const payloads = sampleSet.samples.map(({ magnitude, unit, spread }) =>
    valueJson(magnitude, `"timestamp":"${timestamp}","unit":${JSON.stringify(unit)}`, spread),
  );
  channelPayloads.set(sampleSet, payloads);
  return payloads;
}

export class ReadingPublisher {
  readonly #layout: MqttLayout;
  readonly #outbox: Pick<Outbox, 'push'>;
  readonly #topics = new Map<string, ReadingTopics>();

  constructor(layout: MqttLayout, outbox: Pick<Outbox, 'push'>) {
    this.#layout = layout;
    this.#outbox = outbox;
  }

  /** Bound: it listens to the publisher. */
  readonly publish = (sampleSet: PublishedSampleSet): void => {
    const { serial, at, samples, payload } = sampleSet;
    const topics = this.#topicsOf(serial);
    if (this.#layout !== 'channel') this.#outbox.push({ topic: topics.measurement, payload, at });
    if (this.#layout === 'device') return;
    const payloads = channelPayloadsOf(sampleSet);
    for (const [index, { channel }] of samples.entries()) {
      let topic = topics.channels.get(channel);
      if (topic === undefined) topics.channels.set(channel, (topic = topics.channel(channel)));
      this.#outbox.push({ topic, payload: payloads[index] ?? '', at });
    }
  };

  /** Removes a disconnected device. */
  removeDevice(serial: string): void {
    this.#topics.delete(serial);
  }

  #topicsOf(serial: string): ReadingTopics {
    const known = this.#topics.get(serial);
    if (known) return known;
    // Without the slash after the empty prefix.
    const below = (topic: string): string => topic.slice(1);
    const { measurement, channel } = deviceTopics('', serial);
    const topics: ReadingTopics = {
      measurement: below(measurement),
      channels: new Map(),
      channel: (name: string) => below(channel(name)),
    };
    this.#topics.set(serial, topics);
    return topics;
  }
}
