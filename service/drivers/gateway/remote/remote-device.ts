/** One device of a remote. Small, because there may be thousands. */
import { isDeepStrictEqual } from 'node:util';
import { silenceLimit } from '../../../devices/device-state.ts';
import type { Sample } from '../../../devices/types.ts';
import type { GatewayDevice } from '../types.ts';
import type { ParsedInfo } from './info.ts';
import type { SharedProduct } from './product-pool.ts';

/** A parsed `info`, with the parts that devices share taken from the pool. */
export interface KnownInfo extends Pick<ParsedInfo, 'periodMs' | 'connections'> {
  kind: SharedProduct;
}

/** The reason for a channel without data while other channels of its device have some. */
const NO_DATA = 'no data';

export class RemoteDevice {
  readonly serial: string;
  info: KnownInfo | undefined;
  isOnline: boolean | undefined;
  /** The connections on which the broker last sent `info` and `status`. */
  infoReceived = 0;
  statusReceived = 0;
  /** Whether the registry has it. */
  isShown = false;
  /** Whether the cost of its readings was charged while it is not shown. */
  isAdmitted = false;
  #newestAt = Number.NEGATIVE_INFINITY;
  #newest: readonly Sample[] = [];
  #epoch = 0;
  /** When each channel last had a value, on the local monotonic clock; NaN for one without. */
  #valuedAt: number[] = [];
  #seen: { info: KnownInfo; as: GatewayDevice } | undefined;

  constructor(serial: string) {
    this.serial = serial;
  }

  /** Whether its own state allows it to be shown. */
  get isThere(): boolean {
    return this.isOnline === true && this.info !== undefined;
  }

  /** Whether its description and its status, either way, are known, so that late readings can be assigned to it. */
  get isKnown(): boolean {
    return this.isOnline !== undefined && this.info !== undefined;
  }

  /** Applies an `info`; channels that still exist keep the state of their values. */
  describe(info: KnownInfo | undefined): void {
    const labels = [...(info?.kind.channels.keys() ?? [])];
    this.#valuedAt = labels.map((label) => this.#valuedAtOf(label));
    this.info = info;
  }

  /** As reported by the adapter: the same object until something changes. */
  seenBehind(gatewaySerial: string): GatewayDevice | undefined {
    const { info, serial } = this;
    if (!info) return undefined;
    if (this.#seen?.info !== info || this.#seen.as.gatewaySerial !== gatewaySerial) {
      const { kind, periodMs, connections } = info;
      const own = { gatewaySerial, serial, node: undefined, protocol: null, periodMs, connections };
      this.#seen = { info, as: { ...own, ...kind.facts, cameOverMqtt: true } };
    }
    return this.#seen.as;
  }

  /** After this, its previous values no longer count. */
  hide(): void {
    this.isShown = false;
    this.#valuedAt.fill(Number.NaN);
  }

  /**
   * Replaces the same device under another name of its Mensura, and takes over its values.
   * @param isSameClock whether timestamps under both names are comparable: then older readings are ignored
   */
  succeed(former: RemoteDevice, isSameClock: boolean): void {
    this.follow(former, isSameClock);
    const labels = [...(this.info?.kind.channels.keys() ?? [])];
    this.#valuedAt = labels.map((label) => former.#valuedAtOf(label));
    this.isShown = true;
    former.hide();
  }

  /**
   * Follows the same device under another name of its Mensura: readings under that name are not accepted again.
   * @param isSameClock whether timestamps under both names are comparable
   */
  follow(former: RemoteDevice, isSameClock: boolean): void {
    if (!isSameClock || former.#newestAt <= this.#newestAt) return;
    this.#newestAt = former.#newestAt;
    this.#newest = former.#newest;
  }

  /**
   * Whether a reading is newer than every one before, or a different one of the same millisecond. Timestamps after a
   * clock change count as newer.
   */
  isNews(at: number, samples: readonly Sample[], epoch: number): boolean {
    const isOfSameClock = epoch === this.#epoch;
    if (isOfSameClock && at < this.#newestAt) return false;
    if (isOfSameClock && at === this.#newestAt && isDeepStrictEqual(samples, this.#newest)) return false;
    this.#epoch = epoch;
    this.#newestAt = at;
    this.#newest = [...samples];
    return true;
  }

  /**
   * The samples, and null for a channel without data for too long while others have some: the message about its failure
   * was lost, for example while disconnected.
   */
  complete(samples: Sample[], monotonic: number): Sample[] {
    if (!this.info) return samples;
    const { kind, periodMs } = this.info;
    for (const { channel, magnitude } of samples) {
      const { index = -1 } = kind.channels.get(channel) ?? {};
      if (index >= 0) this.#valuedAt[index] = magnitude === null ? Number.NaN : monotonic;
    }
    const limit = silenceLimit(periodMs);
    for (const [label, { index }] of kind.channels) {
      // Every comparison with NaN is false, so channels without a value are skipped.
      if (!(monotonic - (this.#valuedAt[index] ?? Number.NaN) > limit)) continue;
      this.#valuedAt[index] = Number.NaN;
      samples.push({ channel: label, magnitude: null, reason: NO_DATA });
    }
    return samples;
  }

  #valuedAtOf(label: string): number {
    const { index = -1 } = this.info?.kind.channels.get(label) ?? {};
    return this.#valuedAt[index] ?? Number.NaN;
  }
}
