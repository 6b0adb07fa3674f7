/** Collects the registry's readings and commits them. For speed, no reading becomes an object. */
import type { HistoryStorage } from '../../contract/index.ts';
import type { DeviceState } from '../../devices/device-state.ts';
import type { Registry } from '../../devices/registry.ts';
import type { Sample } from '../../devices/types.ts';
import { counted } from '../../support/counted.ts';
import { GAP } from '../types.ts';
import { ChannelSlots } from './channel-slots.ts';
import { Committer, type CommitterOptions } from './committer.ts';
import { PendingRows } from './pending-rows.ts';

const WINDOW_S = 60;

export class CommitRate {
  /** Newest last. */
  readonly #seconds: { second: number; readings: number }[] = [];
  #begun: number | undefined;

  /** @param monotonic now, in milliseconds */
  add(readings: number, monotonic: number): void {
    this.#begun ??= monotonic;
    const second = Math.floor(monotonic / 1000);
    const last = this.#seconds.at(-1);
    if (last?.second === second) last.readings += readings;
    else this.#seconds.push({ second, readings });
    if (this.#seconds.length > WINDOW_S) this.#seconds.shift();
  }

  /** Readings per second over the last minute, or since the first commit if that is shorter. */
  perSecond(monotonic: number): number {
    if (this.#begun === undefined) return 0;
    const oldest = Math.floor(monotonic / 1000) - WINDOW_S;
    const sum = this.#seconds.reduce((total, { second, readings }) => total + (second > oldest ? readings : 0), 0);
    const seconds = Math.min(WINDOW_S, Math.max(1, (monotonic - this.#begun) / 1000));
    return Math.round((sum / seconds) * 10) / 10;
  }
}

export interface RecorderOptions extends Omit<CommitterOptions, 'rows' | 'slots' | 'stored'> {
  registry: Pick<Registry, 'events'>;
  /** Also record simulated devices. */
  recordSimulated: boolean;
  /** Limit of pending readings; default two million. */
  maxWaiting?: number;
}

/** Counted since startup. */
export interface RecorderCounters {
  state: HistoryStorage['state'];
  stored: number;
  pending: number;
  discarded: number;
  lagMs: number;
  /** Committed, over the last minute. */
  perSecond: number;
}

export class Recorder {
  readonly #options: RecorderOptions;
  readonly #slots = new ChannelSlots();
  readonly #rows: PendingRows;
  readonly #committer: Committer;
  readonly #rate = new CommitRate();
  #endings: (() => void)[] = [];
  #stored = 0;
  #discarded = 0;
  /** Part of the discarded readings: their channel got no slot. */
  #refused = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#rows = new PendingRows((readings) => {
      this.#discarded += readings;
      options.problems.losing();
    }, options.maxWaiting);
    this.#committer = new Committer({
      ...options,
      rows: this.#rows,
      slots: this.#slots,
      stored: (readings) => {
        this.#stored += readings;
        this.#rate.add(readings, options.clock.monotonic());
      },
    });
  }

  get figures(): RecorderCounters {
    const isOff = this.#endings.length === 0;
    return {
      state: isOff ? 'off' : this.#committer.isWorking ? 'recording' : 'waiting',
      stored: this.#stored,
      pending: this.#rows.readings,
      discarded: this.#discarded,
      lagMs: this.#committer.lagMs,
      perSecond: this.#rate.perSecond(this.#options.clock.monotonic()),
    };
  }

  /** Oldest timestamp of a pending reading: milliseconds since 1970; Infinity if there is none. */
  get oldestPending(): number {
    return this.#rows.oldestAt;
  }

  /** May be called again after `pause`. */
  start(): void {
    if (this.#endings.length > 0) return;
    const { events } = this.#options.registry;
    this.#endings = [
      events.on('readings', ({ device, at, samples, uncorrected }) => {
        this.#record(device, at, samples, true);
        if (uncorrected) this.#record(device, at, uncorrected, true);
      }),
      events.on('late', ({ device, at, samples, uncorrected, isAttached }) => {
        this.#record(device, at, samples, isAttached);
        if (uncorrected) this.#record(device, at, uncorrected, isAttached);
      }),
      events.on('changed', (device) => {
        const isSilent = device.state === 'silent';
        this.#mark(isSilent ? this.#slots.close(device.description) : this.#slots.closeMissing(device));
      }),
      events.on('removed', (key) => this.#mark(this.#slots.close(key))),
    ];
  }

  /** Ignores readings from now on; the next one follows a gap. */
  pause(): void {
    for (const end of this.#endings) end();
    this.#endings = [];
    this.#mark(this.#slots.closeAll());
  }

  storeOpened(): void {
    this.#committer.ready();
  }

  /** Adds the last gaps and commits; counts what the disk refuses as discarded. */
  async stop(): Promise<void> {
    this.pause();
    await this.#committer.stop();
    const lost = this.#rows.readings;
    if (lost === 0) return;
    this.#discarded += lost;
    this.#options.logger.error(`discarded ${counted(lost, 'reading')} at shutdown`);
  }

  /** @param isAttached whether a gap is due when the device disconnects */
  #record(device: DeviceState, at: number, samples: readonly Sample[], isAttached: boolean): void {
    const { recordSimulated, clock } = this.#options;
    if (device.description.simulated && !recordSimulated) return;
    const monotonic = clock.monotonic();
    for (const { channel, magnitude } of samples) {
      const slot = this.#slots.slotOf(device, channel);
      if (slot === undefined) {
        this.#refuse(device, channel);
        continue;
      }
      if (isAttached) this.#slots.open(slot);
      this.#rows.push(slot, at, magnitude ?? Number.NaN, monotonic);
    }
    this.#committer.request();
  }

  #refuse({ description }: DeviceState, channel: string): void {
    if (this.#refused === 0) {
      const what = `${channel} of ${description.serial} and any further channels`;
      this.#options.logger.error(`channel limit reached; not storing ${what}`);
    }
    this.#refused += 1;
    this.#discarded += 1;
  }

  #mark(slots: readonly number[]): void {
    const { clock } = this.#options;
    const now = clock.now();
    for (const slot of slots) this.#rows.push(slot, now, GAP, clock.monotonic());
    if (slots.length > 0) this.#committer.request();
  }
}
