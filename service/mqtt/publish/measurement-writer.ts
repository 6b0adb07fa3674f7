/** The payloads of one device's `measurement` topic: the hot path of publishing. */
import type { Product } from '../../contract/index.ts';
import { type ChannelJson, channelTexts } from '../../devices/reading-text.ts';
import type { Sample } from '../../devices/types.ts';
import type { PublishedSampleSet } from '../types.ts';

interface Slot {
  readonly text: ChannelJson;
  /** The last published magnitude was a number. */
  isValid: boolean;
  /** Value in the current sample set; undefined for a channel not in it. */
  magnitude: number | null | undefined;
}

/**
 * Writes one device's sample sets as canonical JSON. A channel that became invalid appears once, with magnitude
 * null, so that subscribers do not use its last value.
 */
export class MeasurementWriter {
  readonly #serial: string;
  readonly #opening: string;
  #product: Product | undefined;
  /** By channel name in code-unit order, as in the payload. */
  #slots: readonly Slot[] = [];
  #byChannel: ReadonlyMap<string, Slot> = new Map();

  constructor(serial: string) {
    this.#serial = serial;
    this.#opening = `{"serial":${JSON.stringify(serial)},"timestamp":"`;
  }

  /** Channels whose last published magnitude is a number. */
  get validChannels(): string[] {
    return this.#slots.filter(({ isValid }) => isValid).map(({ text }) => text.channel);
  }

  /** Restores the valid channels of a device's last connection. */
  recall(channels: Iterable<string>): void {
    for (const channel of channels) {
      const slot = this.#byChannel.get(channel);
      if (slot) slot.isValid = true;
    }
  }

  /**
   * @param now milliseconds since 1970
   * @returns nulls for the channels that were valid and were removed; undefined if there are none
   */
  describe(product: Product, now: number): PublishedSampleSet | undefined {
    if (this.#product === product) return undefined;
    const before = this.#byChannel;
    this.#product = product;
    this.#slots = channelTexts(product).map((text) => {
      return { text, isValid: before.get(text.channel)?.isValid ?? false, magnitude: undefined };
    });
    this.#byChannel = new Map(this.#slots.map((slot) => [slot.text.channel, slot]));
    const removed = [...before.values()].filter(({ text }) => !this.#byChannel.has(text.channel));
    return this.#end(removed, now);
  }

  /** One sample set; undefined if it adds nothing. */
  write(at: number, samples: readonly Sample[]): PublishedSampleSet | undefined {
    for (const { channel, magnitude } of samples) {
      const slot = this.#byChannel.get(channel);
      if (slot) slot.magnitude = magnitude;
    }
    return this.#createSampleSet(this.#slots, at);
  }

  /** Nulls for every valid channel: the device timed out. Undefined if there are none. */
  silence(now: number): PublishedSampleSet | undefined {
    return this.#end(this.#slots, now);
  }

  #end(slots: readonly Slot[], now: number): PublishedSampleSet | undefined {
    for (const slot of slots) slot.magnitude = null;
    return this.#createSampleSet(slots, now);
  }

  #createSampleSet(slots: readonly Slot[], at: number): PublishedSampleSet | undefined {
    const samples: PublishedSampleSet['samples'][number][] = [];
    const texts: ChannelJson[] = [];
    for (const slot of slots) {
      const { text, magnitude, isValid } = slot;
      slot.magnitude = undefined;
      if (magnitude === undefined || (magnitude === null && !isValid)) continue;
      slot.isValid = magnitude !== null;
      texts.push(text);
      samples.push({ channel: text.channel, magnitude, unit: text.unit });
    }
    return samples.length === 0 ? undefined : new WrittenSampleSet(this.#serial, this.#opening, at, samples, texts);
  }
}

/** Its payload is written once, and only if a client publishes it. */
class WrittenSampleSet implements PublishedSampleSet {
  readonly serial: string;
  readonly at: number;
  readonly samples: PublishedSampleSet['samples'];
  readonly #opening: string;
  /** Of the samples. */
  readonly #texts: readonly ChannelJson[];
  #payload: string | undefined;

  constructor(
    serial: string,
    opening: string,
    at: number,
    samples: PublishedSampleSet['samples'],
    texts: readonly ChannelJson[],
  ) {
    this.serial = serial;
    this.at = at;
    this.samples = samples;
    this.#opening = opening;
    this.#texts = texts;
  }

  get payload(): string {
    return (this.#payload ??= this.#write());
  }

  #write(): string {
    let values = '';
    for (const [index, { head, tail }] of this.#texts.entries()) {
      // A template literal writes finite numbers and null as JSON.stringify does (ECMA-262, SerializeJSONProperty).
      values += `${values === '' ? '' : ','}${head}${this.samples[index]?.magnitude}${tail}`;
    }
    return `${this.#opening}${new Date(this.at).toISOString()}","values":{${values}}}`;
  }
}
