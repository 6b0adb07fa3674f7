/** One instrument of a remote, as far as it is known: small, since there may be thousands. */
import { isDeepStrictEqual } from 'node:util';
import { silenceLimit } from '../../../devices/device-state.ts';
import type { Sample } from '../../../devices/instrument.ts';
import type { GatewayDevice } from '../types.ts';
import type { ParsedInfo } from './info.ts';
import type { SharedProduct } from './product-pool.ts';

/** What an `info` said, with what instruments share taken out of the pool. */
export interface KnownInfo extends Pick<ParsedInfo, 'periodMs' | 'connections'> {
  kind: SharedProduct;
}

/** Why a channel has no value that is missing where others of its instrument go on. */
const NO_DATA = 'no data';

export class RemoteInstrument {
  readonly serial: string;
  info: KnownInfo | undefined;
  isOnline: boolean | undefined;
  /** The connections on which the broker last said `info` and `status`. */
  infoHeard = 0;
  statusHeard = 0;
  /** Whether the registry has it. */
  isShown = false;
  /** Whether it was paid for that readings are taken though it is not shown. */
  isAdmitted = false;
  #newestAt = Number.NEGATIVE_INFINITY;
  #newest: readonly Sample[] = [];
  #epoch = 0;
  /** When each channel last had a value, on our monotonic clock; NaN for one without. */
  #valuedAt: number[] = [];
  #seen: { info: KnownInfo | undefined; as: GatewayDevice | undefined } | undefined;

  constructor(serial: string) {
    this.serial = serial;
  }

  /** Whether it could be shown, as far as itself is concerned. */
  get isThere(): boolean {
    return this.isOnline === true && this.info !== undefined;
  }

  /** Whether it is known, and said to be there or gone: what waited behind it is its own either way. */
  get isKnown(): boolean {
    return this.isOnline !== undefined && this.info !== undefined;
  }

  /** Takes an `info`; the channels that are still there keep what is known of their values. */
  describe(info: KnownInfo | undefined): void {
    const labels = [...(info?.kind.channels.keys() ?? [])];
    this.#valuedAt = labels.map((label) => this.#valuedAtOf(label));
    this.info = info;
  }

  /** As the book is told of it: the same object until something is another. */
  seenBehind(gatewaySerial: string): GatewayDevice | undefined {
    if (this.#seen?.info !== this.info || this.#seen?.as?.gatewaySerial !== gatewaySerial) {
      this.#seen = { info: this.info, as: this.#describe(gatewaySerial) };
    }
    return this.#seen?.as;
  }

  #describe(gatewaySerial: string): GatewayDevice | undefined {
    if (!this.info) return undefined;
    const { kind, periodMs, connections } = this.info;
    const { serial } = this;
    return {
      gatewaySerial,
      serial,
      node: undefined,
      ...kind.facts,
      protocol: null,
      periodMs,
      connections,
      cameOverMqtt: true,
    };
  }

  /** It is shown no more: what it had is no value of it when it comes back. */
  hide(): void {
    this.isShown = false;
    this.#valuedAt.fill(Number.NaN);
  }

  /**
   * It is shown in place of the same instrument under another name of its Mensura, whose values may still stand.
   * @param isSameClock whether the stamps under both names can be compared: then none is taken that is older
   */
  succeed(former: RemoteInstrument, isSameClock: boolean): void {
    this.follow(former, isSameClock);
    const labels = [...(this.info?.kind.channels.keys() ?? [])];
    this.#valuedAt = labels.map((label) => former.#valuedAtOf(label));
    this.isShown = true;
    former.hide();
  }

  /**
   * It speaks in place of the same instrument under another name of its Mensura: what that gave is not taken again.
   * @param isSameClock whether the stamps under both names can be compared
   */
  follow(former: RemoteInstrument, isSameClock: boolean): void {
    if (!isSameClock || former.#newestAt <= this.#newestAt) return;
    this.#newestAt = former.#newestAt;
    this.#newest = former.#newest;
  }

  /**
   * Whether a reading is newer than every one before, or another one of the same millisecond: what came twice is not.
   * Stamps of another clock than before are newer.
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
   * The samples, and null for a channel that had a value and is missing for too long while others go on: the message
   * that said that it failed was lost, as while this computer had no connection.
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
      // NaN is not longer ago than anything: a channel without a value is left alone.
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
