/** The payloads of one device's `measurement` topic: the hot path of publishing. */
import type { Product } from '../../contract/index.ts';
import type { Sample } from '../../devices/instrument.ts';
import { type ChannelJson, channelTexts } from '../../devices/reading-text.ts';
import type { PublishedSampleSet } from '../types.ts';

/** One channel, and what is known of it. */
interface Slot {
  readonly text: ChannelJson;
  /** Whether the last magnitude that was published is a number. */
  isValid: boolean;
  /** What the moment that is being written brings; undefined for a channel that it does not name. */
  magnitude: number | null | undefined;
}

/**
 * Writes one device's sampling moments as canonical JSON. A channel that turned invalid is there once, with magnitude
 * null, so that nobody takes its last value for a current one.
 */
export class MeasurementWriter {
  readonly #serial: string;
  readonly #opening: string;
  #product: Product | undefined;
  /** By channel name in code-unit order, as the payload has them. */
  #slots: readonly Slot[] = [];
  #byChannel: ReadonlyMap<string, Slot> = new Map();

  constructor(serial: string) {
    this.#serial = serial;
    this.#opening = `{"serial":${JSON.stringify(serial)},"timestamp":"`;
  }

  /** The channels whose last published magnitude is a number. */
  get validChannels(): string[] {
    return this.#slots.filter(({ isValid }) => isValid).map(({ text }) => text.channel);
  }

  /** Makes the writer hold these channels for valid: they were when the device was last seen. */
  recall(channels: Iterable<string>): void {
    for (const channel of channels) {
      const slot = this.#byChannel.get(channel);
      if (slot) slot.isValid = true;
    }
  }

  /**
   * Takes the device's channels.
   * @param now milliseconds since 1970
   * @returns the end of the channels that were valid and are no more; undefined when there is none
   */
  describe(product: Product, now: number): PublishedSampleSet | undefined {
    if (this.#product === product) return undefined;
    const before = this.#byChannel;
    this.#product = product;
    this.#slots = channelTexts(product).map((text) => {
      return { text, isValid: before.get(text.channel)?.isValid ?? false, magnitude: undefined };
    });
    this.#byChannel = new Map(this.#slots.map((slot) => [slot.text.channel, slot]));
    const gone = [...before.values()].filter(({ text }) => !this.#byChannel.has(text.channel));
    return this.#end(gone, now);
  }

  /** One sampling moment; undefined when it has nothing to tell. */
  write(at: number, samples: readonly Sample[]): PublishedSampleSet | undefined {
    for (const { channel, magnitude } of samples) {
      const slot = this.#byChannel.get(channel);
      if (slot) slot.magnitude = magnitude;
    }
    return this.#take(this.#slots, at);
  }

  /** The end of every valid channel: the device fell silent. Undefined when there is none. */
  silence(now: number): PublishedSampleSet | undefined {
    return this.#end(this.#slots, now);
  }

  #end(slots: readonly Slot[], now: number): PublishedSampleSet | undefined {
    for (const slot of slots) slot.magnitude = null;
    return this.#take(slots, now);
  }

  #take(slots: readonly Slot[], at: number): PublishedSampleSet | undefined {
    const samples: PublishedSampleSet['samples'][number][] = [];
    let values = '';
    for (const slot of slots) {
      const { text, magnitude, isValid } = slot;
      slot.magnitude = undefined;
      if (magnitude === undefined || (magnitude === null && !isValid)) continue;
      slot.isValid = magnitude !== null;
      if (samples.length > 0) values += ',';
      // A template writes a finite number, and null, exactly as JSON.stringify does (ECMA-262, SerializeJSONProperty).
      values += `${text.head}${magnitude}${text.tail}`;
      samples.push({ channel: text.channel, magnitude, unit: text.unit });
    }
    if (samples.length === 0) return undefined;
    const payload = `${this.#opening}${new Date(at).toISOString()}","values":{${values}}}`;
    return { serial: this.#serial, at, samples, payload };
  }
}
