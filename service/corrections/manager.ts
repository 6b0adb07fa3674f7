/** Corrections of channels: their administration, and their versions in force. */
import { isDeepStrictEqual } from 'node:util';
import {
  type ChannelCorrection,
  type ChannelRef,
  type CorrectionInput,
  type CorrectionPreview,
  type CorrectionVersion,
  channelPath,
  type EntityChange,
  MAX_CORRECTION_VERSIONS,
} from '../contract/index.ts';
import type { KnownDevices } from '../devices/known-devices.ts';
import type { Registry } from '../devices/registry.ts';
import { VIRTUAL_CHANNELS } from '../devices/virtual-channels.ts';
import type { Clock } from '../support/clock.ts';
import { Emitter, logListenerErrors } from '../support/emitter.ts';
import { MensuraError } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';
import type { ActiveCorrections } from './active-corrections.ts';
import { DueWatch } from './due-watch.ts';
import { prepareCorrection } from './prepare.ts';
import { previewCorrection } from './preview.ts';
import { replaceCorrections } from './replace-corrections.ts';
import {
  type CorrectedChannel,
  type CorrectedChannels,
  type CorrectionStore,
  requireCorrectionCapacity,
  type StoredVersion,
  withVersion,
} from './store.ts';

export interface CorrectionManagerOptions {
  /** Has been started. */
  store: CorrectionStore;
  active: ActiveCorrections;
  registry: Pick<Registry, 'get' | 'raise' | 'clear'>;
  known: Pick<KnownDevices, 'get'>;
  clock: Pick<Clock, 'now'>;
  logger: Logger;
}

export class CorrectionManager {
  readonly events: Emitter<{ changed: EntityChange<'correction'> }>;
  readonly #options: CorrectionManagerOptions;
  readonly #due: DueWatch;
  #isRunning = false;

  constructor(options: CorrectionManagerOptions) {
    const { store, registry, clock, logger } = options;
    this.#options = options;
    this.events = new Emitter(logListenerErrors(logger));
    this.#due = new DueWatch({ channels: () => store.channels, problems: registry, clock });
  }

  /** Applies the stored corrections. Call it before the first device connects. */
  start(): void {
    const { active, store } = this.#options;
    this.#isRunning = true;
    active.replace(store.channels);
    this.#due.check();
  }

  stop(): void {
    this.#isRunning = false;
    this.#due.stop();
  }

  /** A day may have begun during the sleep. */
  wake(): void {
    if (this.#isRunning) this.#due.check();
  }

  /** Channels with a correction, present or past, in the order in which they were added. */
  list(): ChannelCorrection[] {
    return [...this.#options.store.channels.values()].map(viewOf);
  }

  /** @throws MensuraError `not-found` for a channel that neither exists nor has a correction */
  get(ref: ChannelRef): ChannelCorrection {
    const stored = this.#options.store.channels.get(channelPath(ref));
    if (stored) return viewOf(stored);
    const { family, serial, channel } = ref;
    return { family, serial, channel, unit: this.#find(ref).unit, correction: null, coefficients: null, versions: [] };
  }

  /**
   * Saves and applies a correction as a new version. The same correction again changes nothing.
   * @throws MensuraError `not-found`; `conflict` for a channel that cannot be corrected; `bad-request` naming fields, or
   * the limit; `storage-failed`
   */
  async set(ref: ChannelRef, correction: CorrectionInput): Promise<ChannelCorrection> {
    const unit = this.#requireCorrectable(ref);
    const { coefficients } = prepareCorrection(correction, unit);
    await this.#addVersion(ref, MAX_CORRECTION_VERSIONS - 1, (newest) =>
      newest?.unit === unit && isDeepStrictEqual(newest.correction, correction)
        ? undefined
        : { unit, correction, coefficients: correction.enabled ? [...coefficients] : null },
    );
    return this.get(ref);
  }

  /**
   * Removes a correction; its versions stay.
   * @throws MensuraError `not-found` if there is none; `bad-request` naming the limit; `storage-failed`
   */
  async remove(ref: ChannelRef): Promise<void> {
    // One version more than for a correction: removing one is always possible.
    await this.#addVersion(ref, MAX_CORRECTION_VERSIONS, (newest) => {
      if (!newest?.correction)
        throw new MensuraError('not-found', `${ref.channel} of ${ref.serial} has no correction.`);
      return { unit: newest.unit, correction: null, coefficients: null };
    });
  }

  /**
   * What a correction would do.
   * @throws MensuraError as `set`
   */
  preview(ref: ChannelRef, correction: CorrectionInput): CorrectionPreview {
    return previewCorrection(correction, this.#requireCorrectable(ref));
  }

  /** Newest first; none for a channel that was never corrected. */
  versionsOf(ref: ChannelRef): readonly CorrectionVersion[] {
    const stored = this.#options.store.channels.get(channelPath(ref));
    return stored ? viewOf(stored).versions : [];
  }

  /** All versions, for backups. */
  stored(): CorrectedChannel[] {
    return [...this.#options.store.channels.values()];
  }

  /**
   * Whether `replaceAll` accepts these corrections.
   * @throws MensuraError `bad-request` naming fields, as in `3.versions.0.unit`, or the limit
   */
  checkReplacement(wanted: readonly CorrectedChannel[]): void {
    replaceCorrections(this.#options.store.channels, wanted, this.#now());
  }

  /**
   * Puts these corrections in force, and no other ones; versions of this computer stay. All or nothing.
   * @returns undoes it
   * @throws MensuraError `bad-request`, `storage-failed`
   */
  async replaceAll(wanted: readonly CorrectedChannel[]): Promise<() => Promise<void>> {
    const { store } = this.#options;
    const before = await store.change((present) => replaceCorrections(present, wanted, this.#now()));
    this.#apply(before);
    return async () => this.#apply(await store.change(() => before));
  }

  #now(): string {
    return new Date(this.#options.clock.now()).toISOString();
  }

  /** @param make the next version; undefined: nothing changes */
  async #addVersion(
    ref: ChannelRef,
    limit: number,
    make: (newest: StoredVersion | undefined) => Omit<StoredVersion, 'version' | 'since'> | undefined,
  ): Promise<void> {
    const { store } = this.#options;
    const path = channelPath(ref);
    const before = await store.change((channels) => {
      const stored = channels.get(path);
      const next = make(stored?.versions.at(-1));
      if (!next) return channels;
      if ((stored?.versions.length ?? 0) >= limit) {
        throw new MensuraError('bad-request', `The limit is ${limit} changes of the correction of a channel.`);
      }
      const after = new Map([...channels, [path, withVersion(ref, stored, { since: this.#now(), ...next })]]);
      requireCorrectionCapacity(after, channels);
      return after;
    });
    this.#apply(before);
  }

  #apply(before: CorrectedChannels): void {
    const { active, store } = this.#options;
    const after = store.channels;
    // Saved before the start or during the stop: the next start applies it.
    if (this.#isRunning) {
      active.replace(after);
      this.#due.check();
    }
    for (const path of before.keys()) if (!after.has(path)) this.events.emit('changed', { key: path, value: null });
    for (const [path, channel] of after) {
      if (isDeepStrictEqual(before.get(path), channel)) continue;
      this.events.emit('changed', { key: path, value: viewOf(channel) });
    }
  }

  /** @throws MensuraError `not-found` */
  #find({ family, serial, channel }: ChannelRef): { unit: string; isVirtual: boolean } {
    const { registry, known } = this.#options;
    const device = registry.get({ family, serial }) ?? known.get({ family, serial });
    if (!device) throw new MensuraError('not-found', `No ${family} device with serial number ${serial}.`);
    const { channels } = device.description.product;
    const definition = Object.hasOwn(channels, channel) ? channels[channel] : undefined;
    if (!definition) {
      const listed = Object.keys(channels).join(', ');
      throw new MensuraError('not-found', `No channel ${channel}; the device has ${listed}.`);
    }
    return { unit: definition.unit, isVirtual: definition.details.virtual };
  }

  /**
   * @returns the channel's API unit
   * @throws MensuraError `not-found`, `conflict`
   */
  #requireCorrectable(ref: ChannelRef): string {
    if (ref.family === 'computed') {
      throw new MensuraError(
        'conflict',
        'A computed channel cannot be corrected. Correct the channels of its formula.',
      );
    }
    const { unit, isVirtual } = this.#find(ref);
    if (!isVirtual) return unit;
    const inputs = VIRTUAL_CHANNELS[ref.channel]?.inputs.join(' and ') ?? 'the channels that it is computed of';
    throw new MensuraError('conflict', `${ref.channel} is computed and cannot be corrected. Correct ${inputs}.`);
  }
}

function viewOf({ versions, family, serial, channel }: CorrectedChannel): ChannelCorrection {
  const newest = versions.at(-1);
  return {
    family,
    serial,
    channel,
    unit: newest?.unit ?? '',
    correction: newest?.correction ?? null,
    coefficients: newest?.coefficients ?? null,
    versions: versions
      .map(({ version, since, correction, coefficients }) => ({ version, since, correction, coefficients }))
      .toReversed(),
  };
}
