/** Decides which instruments are there, and tells of those that come and go. */
import type { GatewayNode } from '../../../contract/index.ts';
import type { Emitter } from '../../../support/emitter.ts';
import type { AdapterEvents } from '../types.ts';
import { Installation } from './installation.ts';
import type { RemoteInstrument } from './instrument.ts';
import { ATTACH_COST } from './limits.ts';
import type { RemoteMensura } from './remote-mensura.ts';

export interface PresenceOptions {
  /** The id of this installation, which ignores itself. */
  installation: string;
  events: Emitter<AdapterEvents>;
  /** A Mensura came, went, or has another number of instruments. */
  onChange(): void;
}

export class Presence {
  readonly #options: PresenceOptions;
  readonly #installations = new Map<string, Installation>();

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  /** Whether this very installation publishes under the prefix too. */
  get hasOwn(): boolean {
    return this.#installations.has(this.#options.installation);
  }

  /** The other Mensuras, by serial in code-unit order. */
  gateways(): GatewayNode[] {
    return [...this.#installations.values()]
      .filter(({ isOwn }) => !isOwn)
      .map(({ id, active, shown }) => ({ gateway_serial: id, online: active !== undefined, instruments: shown }))
      .toSorted((a, b) => (a.gateway_serial < b.gateway_serial ? -1 : 1));
  }

  /** The remote is online or not; undefined where that is not known any more. */
  setStatus(remote: RemoteMensura, isOnline: boolean | undefined): void {
    remote.isOnline = isOnline;
    remote.isComing = false;
    if (remote.installation) this.#elect(remote.installation, isOnline === false);
  }

  /** The remote is of this installation; undefined where that is not known any more. */
  setInstallation(remote: RemoteMensura, id: string | undefined): void {
    const before = remote.installation;
    if (before?.id === id) return;
    if (before) {
      before.remotes.delete(remote);
      this.#elect(before, false);
      if (before.remotes.size === 0) this.#installations.delete(before.id);
    }
    remote.installation = id === undefined ? undefined : this.#installationOf(id);
    remote.installation?.remotes.add(remote);
    if (remote.installation) this.#elect(remote.installation, false);
    this.#options.onChange();
  }

  /**
   * What is known of an instrument changed.
   * @param reason why it is gone, if it is
   */
  refresh(remote: RemoteMensura, instrument: RemoteInstrument, reason: string): void {
    remote.waiting.delete(instrument);
    if (remote.isActive) this.#follow(remote, instrument);
    if (!remote.isActive || !instrument.isThere) this.#hide(remote, instrument, reason);
    else if (instrument.isShown) this.#tell(remote, instrument);
    else if (remote.bucket.take(ATTACH_COST)) this.#show(remote, instrument);
    else remote.waiting.add(instrument);
  }

  /** Shows what had to wait since the remote sent too much. */
  catchUp(remote: RemoteMensura): void {
    // Taken out first: those for whom there is no room yet are put in again.
    const due = [...remote.waiting];
    remote.waiting.clear();
    for (const instrument of due) this.refresh(remote, instrument, '');
  }

  /** All remotes are forgotten, and their instruments lost. */
  clear(reason: string): void {
    for (const { active } of this.#installations.values()) {
      if (active) for (const instrument of active.instruments.values()) this.#hide(active, instrument, reason);
    }
    this.#installations.clear();
    this.#options.onChange();
  }

  #installationOf(id: string): Installation {
    let installation = this.#installations.get(id);
    if (!installation) {
      installation = new Installation(id, id === this.#options.installation);
      this.#installations.set(id, installation);
    }
    return installation;
  }

  /** Decides whose instruments are shown. What the former and the next both have goes on without a break. */
  #elect(installation: Installation, hasSaidGoodbye: boolean): void {
    const before = installation.active;
    const next = installation.choose();
    if (before === next) return;
    const reason = hasSaidGoodbye
      ? `remote Mensura ${installation.id} disconnected`
      : `remote Mensura ${installation.id} is no longer published`;
    if (before) this.#leave(before, next, reason);
    installation.active = next;
    if (next && next !== installation.last) {
      installation.former = installation.last;
      installation.last = next;
    }
    if (next) for (const instrument of next.instruments.values()) this.refresh(next, instrument, '');
    this.#options.onChange();
  }

  #leave(before: RemoteMensura, next: RemoteMensura | undefined, reason: string): void {
    for (const instrument of before.instruments.values()) {
      const heir = next?.instruments.get(instrument.serial);
      if (next && instrument.isShown && heir?.isThere) heir.succeed(instrument, isSameClock(before, next));
      else this.#hide(before, instrument, reason);
    }
  }

  /** What came under the name before does not come anew under the next, of instruments that are there or not. */
  #follow(remote: RemoteMensura, instrument: RemoteInstrument): void {
    const former = remote.installation?.former;
    const predecessor = former?.instruments.get(instrument.serial);
    if (former && predecessor) instrument.follow(predecessor, isSameClock(former, remote));
  }

  #show(remote: RemoteMensura, instrument: RemoteInstrument): void {
    if (!remote.installation) return;
    instrument.isShown = true;
    remote.installation.shown += 1;
    this.#tell(remote, instrument);
    this.#options.onChange();
  }

  #tell({ installation }: RemoteMensura, instrument: RemoteInstrument): void {
    const seen = installation && instrument.seenBehind(installation.id);
    if (seen) this.#options.events.emit('seen', seen);
  }

  #hide({ installation }: RemoteMensura, instrument: RemoteInstrument, reason: string): void {
    if (!installation || !instrument.isShown) return;
    instrument.hide();
    installation.shown -= 1;
    this.#options.events.emit('lost', { gatewaySerial: installation.id, serial: instrument.serial, reason });
    this.#options.onChange();
  }
}

/** It is one computer: its clock differs between its names only where it was found wrong under one of them. */
function isSameClock(one: RemoteMensura, other: RemoteMensura): boolean {
  return one.timeliness.epoch === 0 && other.timeliness.epoch === 0;
}
