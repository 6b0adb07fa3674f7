/** Turns the readings of the registry into lines of one database. */
import { AlignedTimer } from '../choice/aligned-timer.ts';
import { ReadingFilter } from '../choice/reading-filter.ts';
import type { ChosenSample, ChosenSet } from '../choice/types.ts';
import {
  type DatabaseFields,
  deviceKey,
  deviceLineHead,
  formatLine,
  isDefaultChoice,
  type LineReading,
  lineReadings,
  ReadingSelection,
} from '../contract/index.ts';
import type { CompleteSamples, DeviceState } from '../devices/device-state.ts';
import type { Registry } from '../devices/registry.ts';
import type { DeviceDescription, DeviceKey, Sample } from '../devices/types.ts';
import type { Clock } from '../support/clock.ts';
import type { Emitter } from '../support/emitter.ts';

/** The user's names of devices. */
export interface DeviceNames {
  get(key: DeviceKey): { readonly alias: string };
  readonly events: Pick<Emitter<{ changed: DeviceKey }>, 'on'>;
}

export interface LineSourceOptions {
  registry: Registry;
  devices: DeviceNames;
  /** `MS...`. */
  installation: string;
  /** Also write simulated devices. */
  writesSimulated: boolean;
  fields: DatabaseFields;
  clock: Clock;
  push(line: string): void;
}

/** Limit of remembered line heads; the oldest is discarded first. */
const MAX_HEADS = 10_000;

export class LineSource {
  readonly #options: LineSourceOptions;
  readonly #selection: ReadingSelection;
  /** Undefined if every reading is written. */
  readonly #filter: ReadingFilter | undefined;
  readonly #timer: AlignedTimer | undefined;
  /** By device key. */
  readonly #heads = new Map<string, { description: DeviceDescription; head: string }>();
  #endings: (() => void)[] = [];

  constructor(options: LineSourceOptions) {
    const { readings } = options.fields;
    this.#options = options;
    this.#selection = new ReadingSelection(readings);
    if (isDefaultChoice(readings)) return;
    this.#filter = new ReadingFilter(readings);
    if (readings.interval_s === 0) return;
    this.#timer = new AlignedTimer({
      intervalMs: readings.interval_s * 1000,
      clock: options.clock,
      onTick: (now) => this.#writeAll(this.#filter?.tick(now) ?? []),
    });
  }

  /** Writes all readings from now on. May be called twice. */
  start(): void {
    if (this.#endings.length > 0) return;
    const { registry, devices } = this.#options;
    this.#endings = [
      registry.events.on('readings', ({ device, at, ...sampled }) => this.#take(device, at, this.#wanted(sampled))),
      // Past readings have their own times: neither intervals nor changes apply to them.
      registry.events.on('late', ({ device, at, ...sampled }) => this.#writeLate(device, at, this.#wanted(sampled))),
      registry.events.on('removed', (key) => this.#writeAll(this.#filter?.removeDevice(key) ?? [])),
      devices.events.on('changed', (key) => this.#heads.delete(deviceKey(key))),
    ];
    this.#timer?.start();
  }

  /** Also writes the intervals gathered so far. */
  stop(): void {
    if (this.#endings.length === 0) return;
    for (const end of this.#endings) end();
    this.#endings = [];
    this.#timer?.stop();
    this.#writeAll(this.#filter?.end() ?? []);
  }

  /** Whether readings of a device are written. */
  isWritten({ simulated, ...key }: Pick<DeviceDescription, 'family' | 'serial' | 'simulated'>): boolean {
    return (this.#options.writesSimulated || !simulated) && this.#selection.hasDevice(key);
  }

  /** Whether readings of a channel are written. */
  hasChannel(channel: string): boolean {
    return this.#selection.hasChannel(channel);
  }

  /** A filter for readings of the past; undefined if every reading is written. */
  createFilter(): ReadingFilter | undefined {
    return this.#filter && new ReadingFilter(this.#options.fields.readings);
  }

  /** The fields of a line, from chosen or stored samples. */
  readingsOf(samples: readonly ChosenSample[]): LineReading[] {
    return samples.filter(({ channel }) => this.hasChannel(channel)).flatMap(lineReadings);
  }

  /** Measurement and tags of a device's lines. */
  headOf(description: DeviceDescription): string {
    const key = deviceKey(description);
    const known = this.#heads.get(key);
    if (known?.description === description) return known.head;
    const { installation, devices, fields } = this.#options;
    const { family, serial, product } = description;
    const name = devices.get(description).alias;
    const own = { installation, family, serial, model: product.model, name };
    const head = deviceLineHead(fields.measurement, fields.tags, own);
    this.#heads.set(key, { description, head });
    const [oldest] = this.#heads.keys();
    if (oldest !== undefined && this.#heads.size > MAX_HEADS) this.#heads.delete(oldest);
    return head;
  }

  /** Uncorrected values are written by choice only. */
  #wanted({ samples, uncorrected }: CompleteSamples): readonly Sample[] {
    return uncorrected && this.#options.fields.readings.uncorrected ? [...samples, ...uncorrected] : samples;
  }

  #take({ description }: DeviceState, at: number, samples: readonly Sample[]): void {
    if (description.simulated && !this.#options.writesSimulated) return;
    if (!this.#filter) return this.#write(this.headOf(description), this.#chosen(samples), at);
    this.headOf(description);
    this.#writeAll(this.#filter.push(description, at, samples));
  }

  #writeLate({ description }: DeviceState, at: number, samples: readonly Sample[]): void {
    if (!this.isWritten(description)) return;
    this.#write(this.headOf(description), this.#chosen(samples), at);
  }

  #chosen(samples: readonly Sample[]): readonly Sample[] {
    return samples.every(({ channel }) => this.hasChannel(channel))
      ? samples
      : samples.filter(({ channel }) => this.hasChannel(channel));
  }

  #writeAll(sets: readonly ChosenSet[]): void {
    for (const { device, at, samples } of sets) {
      const known = this.#heads.get(deviceKey(device));
      const current = this.#options.registry.get(device)?.description ?? known?.description;
      if (current) this.#write(this.headOf(current), samples.flatMap(lineReadings), at);
    }
  }

  #write(head: string, readings: readonly LineReading[], at: number): void {
    const line = formatLine(head, readings, at);
    if (line !== undefined) this.#options.push(line);
  }
}
