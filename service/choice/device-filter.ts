import { type DeviceKey, type ReadingChoice, type ReadingSelection, roundTo } from '../contract/index.ts';
import type { Sample } from '../devices/types.ts';
import { ChangeGate } from './change-gate.ts';
import { GatheredInterval, type IntervalValue } from './gathered-interval.ts';
import type { ChosenSample, ChosenSet } from './types.ts';

/** @param decimals null: as measured */
function rounded(value: number, decimals: number | null): number {
  return decimals === null ? value : roundTo(value, decimals);
}

interface Channel {
  readonly name: string;
  /** Undefined if every reading is sent. */
  readonly interval: GatheredInterval | undefined;
  /** Undefined if unchanged values are sent. */
  readonly gate: ChangeGate | undefined;
  /** The newest reading was null, which was sent. */
  isNull: boolean;
}

/** What a choice sends of one selected device. Memory: a few numbers for each selected channel. */
export class DeviceFilter {
  readonly #device: DeviceKey;
  readonly #choice: ReadingChoice;
  readonly #selection: ReadingSelection;
  /** Undefined for a channel that is not selected. */
  readonly #channels = new Map<string, Channel | undefined>();

  constructor(device: DeviceKey, choice: ReadingChoice, selection: ReadingSelection) {
    this.#device = device;
    this.#choice = choice;
    this.#selection = selection;
  }

  /** What to send after a sample set: ended intervals, then current values. A null goes out at once, after what was gathered. */
  push(at: number, samples: readonly Pick<Sample, 'channel' | 'magnitude'>[]): ChosenSet[] {
    const ended = new EndedIntervals(this.#device);
    const current: ChosenSample[] = [];
    for (const { channel: name, magnitude } of samples) {
      const channel = this.#channelOf(name);
      if (!channel || (magnitude === null && channel.isNull)) continue;
      channel.isNull = magnitude === null;
      if (magnitude === null) {
        this.#end(channel, channel.interval?.end(), ended);
        channel.gate?.reset();
        current.push({ channel: name, magnitude });
      } else if (channel.interval) {
        this.#end(channel, channel.interval.add(at, magnitude), ended);
      } else {
        const value = rounded(magnitude, this.#choice.decimals);
        if (channel.gate?.passes(at, value) ?? true) current.push({ channel: name, magnitude: value });
      }
    }
    return current.length === 0 ? ended.sets : [...ended.sets, { device: this.#device, at, samples: current }];
  }

  /** The intervals that are over. */
  tick(now: number): ChosenSet[] {
    return this.#endEach((interval) => interval.due(now));
  }

  /** What was gathered so far, before the device or its owner ends. */
  end(): ChosenSet[] {
    return this.#endEach((interval) => interval.end());
  }

  /** Removes all other channels. @returns what was gathered of them */
  keepChannels(kept: ReadonlySet<string>): ChosenSet[] {
    const ended = new EndedIntervals(this.#device);
    for (const [name, channel] of this.#channels) {
      if (kept.has(name)) continue;
      if (channel) this.#end(channel, channel.interval?.end(), ended);
      this.#channels.delete(name);
    }
    return ended.sets;
  }

  #channelOf(name: string): Channel | undefined {
    const known = this.#channels.get(name);
    if (known || this.#channels.has(name)) return known;
    const { interval_s, only_changes } = this.#choice;
    const channel = this.#selection.hasChannel(name)
      ? {
          name,
          interval: interval_s > 0 ? new GatheredInterval(this.#choice) : undefined,
          gate: only_changes ? new ChangeGate(this.#choice) : undefined,
          isNull: false,
        }
      : undefined;
    this.#channels.set(name, channel);
    return channel;
  }

  #endEach(take: (interval: GatheredInterval) => IntervalValue | undefined): ChosenSet[] {
    const ended = new EndedIntervals(this.#device);
    for (const channel of this.#channels.values()) {
      if (channel?.interval) this.#end(channel, take(channel.interval), ended);
    }
    return ended.sets;
  }

  #end({ name, gate }: Channel, value: IntervalValue | undefined, ended: EndedIntervals): void {
    if (!value) return;
    const { decimals } = this.#choice;
    const { at, spread } = value;
    const magnitude = rounded(value.magnitude, decimals);
    if (gate && !gate.passes(at, magnitude)) return;
    if (!spread) return ended.add(at, { channel: name, magnitude });
    const { minimum, maximum, count } = spread;
    ended.add(at, {
      channel: name,
      magnitude,
      spread: { minimum: rounded(minimum, decimals), maximum: rounded(maximum, decimals), count },
    });
  }
}

/** Values of intervals that ended, by their times. Each channel ends at most once. */
class EndedIntervals {
  readonly #device: DeviceKey;
  readonly #samples = new Map<number, ChosenSample[]>();

  constructor(device: DeviceKey) {
    this.#device = device;
  }

  add(at: number, sample: ChosenSample): void {
    const samples = this.#samples.get(at);
    if (samples) samples.push(sample);
    else this.#samples.set(at, [sample]);
  }

  /** In order of time. */
  get sets(): ChosenSet[] {
    return [...this.#samples]
      .toSorted(([one], [other]) => one - other)
      .map(([at, samples]) => ({ device: this.#device, at, samples }));
  }
}
