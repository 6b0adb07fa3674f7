/** The known remotes and their devices, within the limits and only while something is known of them. */
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../../support/clock.ts';
import type { ParsedInfo } from './info.ts';
import { MAX_DEVICES, MAX_DEVICES_PER_REMOTE, MAX_KINDS, MAX_REMOTES } from './limits.ts';
import { ProductPool } from './product-pool.ts';
import { type KnownInfo, RemoteDevice } from './remote-device.ts';
import { RemoteMensura } from './remote-mensura.ts';

export class RemoteDirectory {
  readonly #clock: Clock;
  readonly #remotes = new Map<string, RemoteMensura>();
  readonly #kinds = new ProductPool(MAX_KINDS);
  #deviceCount = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isEmpty(): boolean {
    return this.#remotes.size === 0;
  }

  /** By prefix, in the order of their arrival. */
  remotes(): IterableIterator<RemoteMensura> {
    return this.#remotes.values();
  }

  get(prefix: string): RemoteMensura | undefined {
    return this.#remotes.get(prefix);
  }

  /** @returns undefined when there are too many */
  add(prefix: string): RemoteMensura | undefined {
    if (this.#remotes.size >= MAX_REMOTES) return undefined;
    const remote = new RemoteMensura(prefix, this.#clock);
    this.#remotes.set(prefix, remote);
    return remote;
  }

  /** @returns undefined when there are too many */
  addDevice(remote: RemoteMensura, serial: string): RemoteDevice | undefined {
    if (remote.devices.size >= MAX_DEVICES_PER_REMOTE || this.#deviceCount >= MAX_DEVICES) return undefined;
    this.#deviceCount += 1;
    const device = new RemoteDevice(serial);
    remote.devices.set(serial, device);
    return device;
  }

  /** The stored form of a remote's `info`; undefined when there are too many products. */
  keep(remote: RemoteMensura, { facts, periodMs, connections }: ParsedInfo): KnownInfo | undefined {
    const kind = this.#kinds.take(facts, remote);
    return kind && { kind, periodMs, connections };
  }

  /**
   * Replaces a device's `info` and releases the previous one.
   * @returns whether it changed
   */
  describe(device: RemoteDevice, info: KnownInfo | undefined): boolean {
    const before = device.info;
    if (before) this.#kinds.release(before.kind);
    if (before?.kind === info?.kind && isDeepStrictEqual(before, info)) return false;
    device.describe(info);
    return true;
  }

  /** Deletes a device of which nothing is known any more. */
  tidyDevice(remote: RemoteMensura, { serial, info, isOnline }: RemoteDevice): void {
    if (!info && isOnline === undefined) this.#deviceCount -= Number(remote.devices.delete(serial));
  }

  /** Deletes a remote of which nothing is known any more. */
  tidy(remote: RemoteMensura): void {
    if (remote.isEmpty) this.#remotes.delete(remote.prefix);
  }

  clear(): void {
    for (const { devices } of this.#remotes.values()) {
      for (const { info } of devices.values()) if (info) this.#kinds.release(info.kind);
    }
    this.#remotes.clear();
    this.#deviceCount = 0;
  }
}
