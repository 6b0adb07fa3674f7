import { deviceTopics, type MqttLayout } from '../../contract/index.ts';
import type { Outbox, PublishedSampleSet } from '../types.ts';

/** The topics of one device's readings, below the client's prefix. */
interface ReadingTopics {
  measurement: string;
  channels: Map<string, string>;
  channel(name: string): string;
}

/** Payloads of a sample set's channel topics, in the order of its samples: built once for all clients. */
const channelPayloads = new WeakMap<PublishedSampleSet, readonly string[]>();

function channelPayloadsOf(sampleSet: PublishedSampleSet): readonly string[] {
  let payloads = channelPayloads.get(sampleSet);
  if (!payloads) channelPayloads.set(sampleSet, (payloads = makeChannelPayloads(sampleSet)));
  return payloads;
}

function makeChannelPayloads({ at, samples }: PublishedSampleSet): string[] {
  const timestamp = new Date(at).toISOString();
  return samples.map(
    ({ magnitude, unit }) => `{"magnitude":${magnitude},"timestamp":"${timestamp}","unit":${JSON.stringify(unit)}}`,
  );
}

export interface ReadingsOptions {
  layout: MqttLayout;
  prefix: string;
  outbox: Pick<Outbox, 'push'>;
}

export class ReadingPublisher {
  readonly #options: ReadingsOptions;
  readonly #topics = new Map<string, ReadingTopics>();

  constructor(options: ReadingsOptions) {
    this.#options = options;
  }

  /** Bound: it listens to the publisher. */
  readonly publish = (sampleSet: PublishedSampleSet): void => {
    const { layout, outbox } = this.#options;
    const { serial, at, samples, payload } = sampleSet;
    const topics = this.#topicsOf(serial);
    if (layout !== 'channel') outbox.push({ topic: topics.measurement, payload, at });
    if (layout === 'device') return;
    const payloads = channelPayloadsOf(sampleSet);
    for (const [index, { channel }] of samples.entries()) {
      let topic = topics.channels.get(channel);
      if (topic === undefined) topics.channels.set(channel, (topic = topics.channel(channel)));
      outbox.push({ topic, payload: payloads[index] ?? '', at });
    }
  };

  /** Removes a disconnected device. */
  removeDevice(serial: string): void {
    this.#topics.delete(serial);
  }

  #topicsOf(serial: string): ReadingTopics {
    let topics = this.#topics.get(serial);
    if (!topics) this.#topics.set(serial, (topics = this.#makeTopics(serial)));
    return topics;
  }

  #makeTopics(serial: string): ReadingTopics {
    const { prefix } = this.#options;
    const below = (topic: string): string => topic.slice(prefix.length + 1);
    const { measurement, channel } = deviceTopics(prefix, serial);
    return { measurement: below(measurement), channels: new Map(), channel: (name) => below(channel(name)) };
  }
}
