/** The corrections in force, now and at earlier times, for the registry. */
import { type DeviceKey, deviceKey } from '../contract/device-key.ts';
import type { ChannelCorrector, CorrectionSource, Correctors } from '../devices/types.ts';
import { unitScale } from '../devices/unit-scale.ts';
import { Emitter, logListenerErrors } from '../support/emitter.ts';
import type { Logger } from '../support/logger.ts';
import { curveOf } from './curve.ts';
import type { CorrectedChannel, CorrectedChannels, StoredVersion } from './store.ts';

interface CorrectedDevice {
  readonly channels: readonly CorrectedChannel[];
  readonly current: Correctors | undefined;
}

export class ActiveCorrections implements CorrectionSource {
  readonly events: Emitter<{ changed: DeviceKey }>;
  /** Of versions that correct. */
  readonly #correctors = new WeakMap<StoredVersion, ChannelCorrector>();
  #devices: ReadonlyMap<string, CorrectedDevice> = new Map();

  constructor(logger: Logger) {
    this.events = new Emitter(logListenerErrors(logger));
  }

  current(device: DeviceKey): Correctors | undefined {
    return this.#devices.get(deviceKey(device))?.current;
  }

  at(device: DeviceKey, time: number): Correctors | undefined {
    const channels = this.#devices.get(deviceKey(device))?.channels;
    return channels && this.#correctorsOf(channels, ({ since }) => Date.parse(since) <= time);
  }

  /** Applies the newest version of each channel, and reports devices whose corrections differ. */
  replace(channels: CorrectedChannels): void {
    const before = this.#devices;
    const byDevice = Map.groupBy(channels.values(), deviceKey);
    this.#devices = new Map(
      [...byDevice].map(([key, own]) => [key, { channels: own, current: this.#correctorsOf(own, () => true) }]),
    );
    for (const [key, { channels: own }] of new Map([...before, ...this.#devices])) {
      const [former, current] = [before.get(key)?.current, this.#devices.get(key)?.current];
      const [device] = own;
      if (device && !areSame(former, current)) this.events.emit('changed', keyOf(device));
    }
  }

  /** By the newest version of each channel that `applies`. */
  #correctorsOf(
    channels: readonly CorrectedChannel[],
    applies: (version: StoredVersion) => boolean,
  ): Correctors | undefined {
    const correctors = channels.flatMap(({ channel, versions }) => {
      const version = versions.findLast(applies);
      const corrector = version && this.#correctorOf(version);
      return corrector ? [[channel, corrector] as const] : [];
    });
    return correctors.length > 0 ? new Map(correctors) : undefined;
  }

  #correctorOf(version: StoredVersion): ChannelCorrector | undefined {
    const known = this.#correctors.get(version);
    if (known) return known;
    const corrector = makeCorrector(version);
    if (corrector) this.#correctors.set(version, corrector);
    return corrector;
  }
}

function keyOf({ family, serial }: DeviceKey): DeviceKey {
  return { family, serial };
}

function makeCorrector({ correction, coefficients, unit }: StoredVersion): ChannelCorrector | undefined {
  const scale = correction && unitScale(unit, correction.unit);
  if (!coefficients || !scale) return undefined;
  const [c0 = 0, c1 = 1, c2 = 0] = coefficients;
  const { range } = correction;
  const inApiUnit = range && { from: scale.toApi(range.from), to: scale.toApi(range.to), outside: range.outside };
  return { unit, correct: curveOf([c0, c1, c2], inApiUnit) };
}

/** A corrector belongs to its version, so equal ones are the same object. */
function areSame(a: Correctors | undefined, b: Correctors | undefined): boolean {
  if (a?.size !== b?.size) return false;
  return [...(a ?? [])].every(([channel, corrector]) => b?.get(channel) === corrector);
}
