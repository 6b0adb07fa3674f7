/** The remotes that are known and their instruments: as many as are allowed, and no longer than something is known. */
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../../support/clock.ts';
import type { ParsedInfo } from './info.ts';
import type { KnownInfo, RemoteInstrument } from './instrument.ts';
import { MAX_INSTRUMENTS, MAX_INSTRUMENTS_PER_REMOTE, MAX_KINDS, MAX_REMOTES } from './limits.ts';
import { ProductPool } from './product-pool.ts';
import { RemoteMensura } from './remote-mensura.ts';

export class RemoteDirectory {
  readonly #clock: Clock;
  readonly #remotes = new Map<string, RemoteMensura>();
  readonly #kinds = new ProductPool(MAX_KINDS);
  #instruments = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isEmpty(): boolean {
    return this.#remotes.size === 0;
  }

  /** By prefix, in the order in which they came. */
  remotes(): IterableIterator<RemoteMensura> {
    return this.#remotes.values();
  }

  get(prefix: string): RemoteMensura | undefined {
    return this.#remotes.get(prefix);
  }

  /** Takes up a remote; undefined when there are too many. */
  add(prefix: string): RemoteMensura | undefined {
    if (this.#remotes.size >= MAX_REMOTES) return undefined;
    const remote = new RemoteMensura(prefix, this.#clock);
    this.#remotes.set(prefix, remote);
    return remote;
  }

  /** Takes up an instrument of a remote; undefined when there are too many. */
  addInstrument(remote: RemoteMensura, serial: string): RemoteInstrument | undefined {
    if (remote.instruments.size >= MAX_INSTRUMENTS_PER_REMOTE || this.#instruments >= MAX_INSTRUMENTS) return undefined;
    this.#instruments += 1;
    return remote.add(serial);
  }

  /** What is kept of a remote's `info`; undefined when it would be of one kind too many. */
  keep(remote: RemoteMensura, { facts, periodMs, connections }: ParsedInfo): KnownInfo | undefined {
    const kind = this.#kinds.take(facts, remote);
    return kind && { kind, periodMs, connections };
  }

  /**
   * Gives an instrument what was kept of its `info`, and takes what it had.
   * @returns whether that is something else
   */
  describe(instrument: RemoteInstrument, info: KnownInfo | undefined): boolean {
    const before = instrument.info;
    if (before) this.#kinds.release(before.kind);
    if (before?.kind === info?.kind && isDeepStrictEqual(before, info)) return false;
    instrument.describe(info);
    return true;
  }

  /** Forgets an instrument of which nothing is known any more. */
  tidyInstrument(remote: RemoteMensura, { serial, info, isOnline }: RemoteInstrument): void {
    if (!info && isOnline === undefined) this.#instruments -= Number(remote.instruments.delete(serial));
  }

  /** Forgets a remote of which nothing is known any more. */
  tidy(remote: RemoteMensura): void {
    if (remote.isEmpty) this.#remotes.delete(remote.prefix);
  }

  /** Forgets everything. */
  clear(): void {
    for (const { instruments } of this.#remotes.values()) {
      for (const { info } of instruments.values()) if (info) this.#kinds.release(info.kind);
    }
    this.#remotes.clear();
    this.#instruments = 0;
  }
}
