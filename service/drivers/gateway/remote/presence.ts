import type { GatewayNode } from '../../../contract/index.ts';
import type { Emitter } from '../../../support/emitter.ts';
import type { AdapterEvents } from '../types.ts';
import { ATTACH_COST } from './limits.ts';
import type { RemoteDevice } from './remote-device.ts';
import { Installation, type RemoteMensura } from './remote-mensura.ts';

export interface PresenceOptions {
  /** The ID of this installation, which ignores itself. */
  installation: string;
  events: Emitter<AdapterEvents>;
  /** A remote Mensura connected, disconnected, or has another number of devices. */
  onChange(): void;
}

export class Presence {
  readonly #options: PresenceOptions;
  readonly #installations = new Map<string, Installation>();

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  /** Whether this installation publishes under the prefix too. */
  get hasOwn(): boolean {
    return this.#installations.has(this.#options.installation);
  }

  /** The other installations, by serial number in code-unit order. */
  gateways(): GatewayNode[] {
    return [...this.#installations.values()]
      .filter(({ isOwn }) => !isOwn)
      .map(({ id, active, shown }) => ({ gateway_serial: id, online: active !== undefined, instruments: shown }))
      .toSorted((a, b) => (a.gateway_serial < b.gateway_serial ? -1 : 1));
  }

  /** Undefined if no longer known. */
  setStatus(remote: RemoteMensura, isOnline: boolean | undefined): void {
    remote.isOnline = isOnline;
    remote.isComing = false;
    if (remote.installation) this.#elect(remote.installation, isOnline === false);
  }

  /** Sets the remote's installation; undefined if no longer known. */
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
   * Applies changes of a device.
   * @param reason why it disconnected, if it did
   */
  refresh(remote: RemoteMensura, device: RemoteDevice, reason: string): void {
    remote.waiting.delete(device);
    if (remote.isActive) this.#follow(remote, device);
    if (!remote.isActive || !device.isThere) this.#hide(remote, device, reason);
    else if (device.isShown) this.#report(remote, device);
    else if (remote.bucket.take(ATTACH_COST)) this.#show(remote, device);
    else remote.waiting.add(device);
  }

  /** Shows devices that waited because the remote exceeded its budget. */
  catchUp(remote: RemoteMensura): void {
    // Emptied first: devices that must still wait are added again.
    const due = [...remote.waiting];
    remote.waiting.clear();
    for (const device of due) this.refresh(remote, device, '');
  }

  /** Deletes all remotes and disconnects their devices. */
  clear(reason: string): void {
    for (const { active } of this.#installations.values()) {
      if (active) for (const device of active.devices.values()) this.#hide(active, device, reason);
    }
    this.#installations.clear();
    this.#options.onChange();
  }

  #installationOf(id: string): Installation {
    const installation = this.#installations.get(id) ?? new Installation(id, id === this.#options.installation);
    this.#installations.set(id, installation);
    return installation;
  }

  /**
   * Decides which name's devices are shown. Devices of both the previous and the next name continue without a break.
   */
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
    if (next) for (const device of next.devices.values()) this.refresh(next, device, '');
    this.#options.onChange();
  }

  #leave(before: RemoteMensura, next: RemoteMensura | undefined, reason: string): void {
    for (const device of before.devices.values()) {
      const heir = next?.devices.get(device.serial);
      if (next && device.isShown && heir?.isThere) heir.succeed(device, isSameClock(before, next));
      else this.#hide(before, device, reason);
    }
  }

  /** Readings that came under the previous name are not accepted again under the next, of devices shown or not. */
  #follow(remote: RemoteMensura, device: RemoteDevice): void {
    const former = remote.installation?.former;
    const predecessor = former?.devices.get(device.serial);
    if (former && predecessor) device.follow(predecessor, isSameClock(former, remote));
  }

  #show(remote: RemoteMensura, device: RemoteDevice): void {
    if (!remote.installation) return;
    device.isShown = true;
    remote.installation.shown += 1;
    this.#report(remote, device);
    this.#options.onChange();
  }

  #report({ installation }: RemoteMensura, device: RemoteDevice): void {
    const seen = installation && device.seenBehind(installation.id);
    if (seen) this.#options.events.emit('seen', seen);
  }

  #hide({ installation }: RemoteMensura, device: RemoteDevice, reason: string): void {
    if (!installation || !device.isShown) return;
    device.hide();
    installation.shown -= 1;
    this.#options.events.emit('lost', { gatewaySerial: installation.id, serial: device.serial, reason });
    this.#options.onChange();
  }
}

/** Both names are one computer: its clock differs between them only if it was found wrong under one. */
function isSameClock(one: RemoteMensura, other: RemoteMensura): boolean {
  return one.timeliness.epoch === 0 && other.timeliness.epoch === 0;
}
