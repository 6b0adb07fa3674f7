/** Readings of simulated devices in memory: the newest of each channel, until the service stops. */
import { type ChannelRef, channelPath, HISTORY_LEVEL_MS, type StoredChannel } from '../contract/index.ts';
import type { DeviceState } from '../devices/device-state.ts';
import type { Registry } from '../devices/registry.ts';
import { type DeviceKey, deviceKey, type Sample } from '../devices/types.ts';
import { channelText } from '../devices/uncorrected-channels.ts';
import { aggregate } from './query/aggregate.ts';
import { BucketBuilder } from './query/bucket-builder.ts';
import { slicePoints, within } from './query/merge-sorted.ts';
import { declarationOf } from './recorder/channel-slots.ts';
import { RecentPoints } from './store/recent-points.ts';
import { type ChannelReader, GAP, type Points, type RawBlock } from './types.ts';

export interface SessionLimits {
  /** Further channels have no readings here. */
  channels: number;
  /** Of a channel; of more, the oldest quarter is discarded. At 1 s, 4096 points are 68 minutes. */
  points: number;
}

/** At most 32 MiB. */
const LIMITS: SessionLimits = { channels: 500, points: 4096 };

interface SessionChannel {
  /** As of the newest reading. */
  device: DeviceState;
  readonly ref: ChannelRef;
  points: RecentPoints;
}

export class SessionReadings {
  readonly #registry: Pick<Registry, 'events'>;
  readonly #limits: SessionLimits;
  readonly #channels = new Map<string, SessionChannel>();
  #endings: (() => void)[] = [];

  constructor(registry: Pick<Registry, 'events'>, limits = LIMITS) {
    this.#registry = registry;
    this.#limits = limits;
  }

  start(): void {
    if (this.#endings.length > 0) return;
    const { events } = this.#registry;
    this.#endings = [
      events.on('readings', ({ device, at, samples, uncorrected }) => {
        this.#add(device, at, samples);
        if (uncorrected) this.#add(device, at, uncorrected);
      }),
      events.on('changed', (device) => this.#closeMissing(device)),
      events.on('removed', (key) => this.#close(key)),
    ];
  }

  stop(): void {
    for (const end of this.#endings) end();
    this.#endings = [];
    this.#channels.clear();
  }

  /** @returns undefined without readings */
  reader(ref: ChannelRef): ChannelReader | undefined {
    const channel = this.#channels.get(channelPath(ref));
    return channel && readerOf(channel.points.points());
  }

  unit(ref: ChannelRef): string {
    const channel = this.#channels.get(channelPath(ref));
    if (!channel) return '';
    const { product, labels = {} } = channel.device.description;
    return channelText(product, labels, ref.channel).unit;
  }

  channels(): StoredChannel[] {
    return [...this.#channels.values()].map(({ device, ref, points }) => {
      const { slot: _slot, order: _order, ...described } = declarationOf(device.description, ref.channel, 0);
      const { at } = points.points();
      return Object.assign(described, { first: isoTime(at[0]), last: isoTime(at.at(-1)) });
    });
  }

  delete(key: DeviceKey): void {
    for (const path of this.#pathsOf(key)) this.#channels.delete(path);
  }

  #add(device: DeviceState, at: number, samples: readonly Sample[]): void {
    const { simulated, family, serial } = device.description;
    if (!simulated) return;
    for (const { channel, magnitude } of samples) {
      const ref = { family, serial, channel };
      const known = this.#channelOf(ref, device);
      if (!known) continue;
      known.device = device;
      this.#push(known, at, magnitude ?? Number.NaN);
    }
  }

  #channelOf(ref: ChannelRef, device: DeviceState): SessionChannel | undefined {
    const path = channelPath(ref);
    const known = this.#channels.get(path);
    if (known || this.#channels.size >= this.#limits.channels) return known;
    const added = { device, ref, points: new RecentPoints() };
    this.#channels.set(path, added);
    return added;
  }

  #push(channel: SessionChannel, at: number, value: number): void {
    const { points: limit } = this.#limits;
    if (channel.points.length >= limit) {
      const kept = slicePoints(channel.points.points(), Math.ceil(limit / 4), limit);
      channel.points = new RecentPoints();
      kept.at.forEach((time, index) => channel.points.push(time, kept.value[index] ?? Number.NaN));
    }
    channel.points.push(at, value);
  }

  /** The device is disconnected: a gap follows its latest reading. */
  #close(key: DeviceKey): void {
    for (const path of this.#pathsOf(key)) {
      const channel = this.#channels.get(path);
      if (channel) this.#end(channel);
    }
  }

  /** The same for channels that a connected device does not have any more. */
  #closeMissing({ description, product }: DeviceState): void {
    if (!description.simulated) return;
    for (const path of this.#pathsOf(description)) {
      const channel = this.#channels.get(path);
      if (!channel || Object.hasOwn(product.channels, channel.ref.channel)) continue;
      if (channel.points.points().value.at(-1) !== GAP) this.#end(channel);
    }
  }

  #end(channel: SessionChannel): void {
    this.#push(channel, channel.points.points().at.at(-1) ?? 0, GAP);
  }

  #pathsOf(key: DeviceKey): string[] {
    const id = deviceKey(key);
    return [...this.#channels].filter(([, { ref }]) => deviceKey(ref) === id).map(([path]) => path);
  }
}

function isoTime(at = 0): string {
  return new Date(at).toISOString();
}

/** All points are there, so that aggregates are not needed. */
function readerOf(points: Points): ChannelReader {
  return {
    *blocks(from, to): Generator<RawBlock> {
      const shown = within(points, from, to);
      const { length } = shown.at;
      if (length === 0) return;
      const summary = aggregate(shown, 0, length);
      yield { first: shown.at[0] ?? 0, last: shown.at[length - 1] ?? 0, length, summary, points: () => shown };
    },
    buckets: (level) => new BucketBuilder(HISTORY_LEVEL_MS[level]).build(),
    completeFrom: () => Number.NEGATIVE_INFINITY,
    held: () => [],
  };
}
