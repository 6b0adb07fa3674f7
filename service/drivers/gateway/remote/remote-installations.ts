/** The state of all remotes of one entry, without a timer or a connection. */
import type { BrokerMessage } from '../../../support/broker-source.ts';
import type { Emitter } from '../../../support/emitter.ts';
import type { AdapterEvents } from '../types.ts';
import type { RemoteOptions } from './broker-link.ts';
import { readInfo } from './info.ts';
import { MAX_PAYLOAD } from './limits.ts';
import { LiveReadings } from './live-readings.ts';
import { readAbout, readStatus } from './payloads.ts';
import { Presence } from './presence.ts';
import { type OnWarning, RefusalCounter } from './refusal-counter.ts';
import type { KnownInfo, RemoteDevice } from './remote-device.ts';
import { RemoteDirectory } from './remote-directory.ts';
import type { RemoteMensura } from './remote-mensura.ts';
import { createTopicReader, type RemoteTopic } from './topics.ts';

export interface RemoteInstallationsOptions extends Pick<RemoteOptions, 'installation' | 'clock'> {
  /** The prefix of the entry. */
  pattern: string;
  /** Receives devices and readings. */
  events: Emitter<AdapterEvents>;
  /** Something in the status changed. */
  onChange(): void;
  onNotice: OnWarning;
}

/**
 * Whether readings of a device are accepted. Includes late readings of a device that disconnected, is not rediscovered
 * after a restart, or exceeds the limit of shown devices.
 */
function isAccepted({ isActive }: RemoteMensura, { isShown, isKnown }: RemoteDevice): boolean {
  return isShown || (isActive && isKnown);
}

export class RemoteInstallations {
  readonly presence: Presence;
  readonly readings: LiveReadings;
  /** Valid and refused messages. */
  readonly counts: RefusalCounter;
  readonly #read: (topic: string) => RemoteTopic | undefined;
  readonly #directory: RemoteDirectory;
  /** Number of the connection to the broker: what was sent on an earlier one may be out of date. */
  #connection = 0;

  constructor({ pattern, installation, clock, events, onChange, onNotice }: RemoteInstallationsOptions) {
    this.#read = createTopicReader(pattern);
    this.#directory = new RemoteDirectory(clock);
    this.presence = new Presence({ installation, events, onChange });
    this.counts = new RefusalCounter(onNotice);
    this.readings = new LiveReadings({ clock, events, tally: this.counts });
  }

  /** The broker acknowledged the subscription: its retained messages follow. */
  subscribed(): void {
    this.#connection += 1;
  }

  /** The retained messages are complete: whatever was not repeated on this connection is gone. */
  settle(): void {
    // Active ones last: their devices continue under another name only if that one is still valid.
    const remotes = [...this.#directory.remotes()].toSorted((a, b) => Number(a.isActive) - Number(b.isActive));
    for (const remote of remotes) {
      if (remote.statusReceived !== this.#connection) this.presence.setStatus(remote, undefined);
      if (remote.aboutReceived !== this.#connection) this.presence.setInstallation(remote, undefined);
      for (const device of remote.devices.values()) {
        if (device.infoReceived !== this.#connection) this.#describe(remote, device, undefined);
        if (device.statusReceived !== this.#connection) this.#setPresence(remote, device, undefined);
        this.#directory.tidyDevice(remote, device);
      }
      this.#directory.tidy(remote);
    }
  }

  /** Shows devices that waited because their remote exceeded its budget. */
  catchUp(): void {
    for (const remote of this.#directory.remotes()) {
      if (remote.isComing && remote.bucket.take(remote.changeCost)) this.presence.setStatus(remote, true);
      this.presence.catchUp(remote);
    }
  }

  /** Disconnects and deletes everything. */
  clear(reason: string): void {
    if (this.#directory.isEmpty) return;
    this.presence.clear(reason);
    this.#directory.clear();
    this.readings.latencyMs = null;
  }

  /** A message exceeded the size limit and was discarded. */
  tooLarge(topic: string, bytes: number): void {
    this.counts.refuse(topic, `has ${bytes} bytes, more than ${MAX_PAYLOAD}`);
  }

  message(message: BrokerMessage): void {
    const place = this.#read(message.topic);
    if (!place) {
      this.counts.refuse(message.topic, 'is not a Mensura topic');
      return;
    }
    const { prefix, serial, kind } = place;
    if (kind === 'measurement') {
      const remote = this.#directory.get(prefix);
      const device = remote?.devices.get(serial);
      if (remote && device && isAccepted(remote, device)) this.readings.take(remote, device, message);
      return;
    }
    const remote = this.#directory.get(prefix) ?? this.#admit(prefix, message);
    if (!remote) return;
    if (kind === 'about') this.#takeAbout(remote, message);
    else if (serial === undefined) this.#takeStatus(remote, message);
    else this.#takeOfDevice(remote, serial, kind, message);
    this.#directory.tidy(remote);
  }

  /** An empty message about an unknown remote creates no entry. */
  #admit(prefix: string, { payload }: BrokerMessage): RemoteMensura | undefined {
    if (payload.length === 0) return undefined;
    const remote = this.#directory.add(prefix);
    if (!remote) this.counts.leaveOut(prefix, 'the limit of prefixes is reached');
    return remote;
  }

  #admitDevice(remote: RemoteMensura, serial: string, { topic, payload }: BrokerMessage): RemoteDevice | undefined {
    if (payload.length === 0) return undefined;
    const device = this.#directory.addDevice(remote, serial);
    if (!device) this.counts.leaveOut(topic, 'the limit of devices is reached');
    return device;
  }

  /** A status from a message, which is undefined if it was deleted; null if the message is refused. */
  #readStatus({ topic, payload }: BrokerMessage): boolean | undefined | null {
    const isOnline = readStatus(payload);
    if (isOnline === undefined && payload.length > 0) {
      this.counts.refuse(topic, 'is neither "online" nor "offline"');
      return null;
    }
    this.counts.received += 1;
    return isOnline;
  }

  #takeStatus(remote: RemoteMensura, message: BrokerMessage): void {
    const isOnline = this.#readStatus(message);
    if (isOnline === null) return;
    remote.statusReceived = this.#connection;
    // Limits a remote that connects and disconnects without end.
    const isLimited = isOnline && !remote.isOnline && !message.retained;
    if (isLimited && !remote.bucket.take(remote.changeCost)) remote.isComing = true;
    else this.presence.setStatus(remote, isOnline);
  }

  #takeAbout(remote: RemoteMensura, message: BrokerMessage): void {
    const isCleared = message.payload.length === 0;
    if (!isCleared && !this.counts.mayTake(remote, message, remote.changeCost)) return;
    const read = isCleared ? { installation: undefined } : readAbout(message.payload);
    if ('problem' in read) {
      this.counts.refuse(message.topic, read.problem);
      return;
    }
    this.counts.received += 1;
    remote.aboutReceived = this.#connection;
    this.presence.setInstallation(remote, read.installation);
  }

  #takeOfDevice(remote: RemoteMensura, serial: string, kind: 'info' | 'status', message: BrokerMessage): void {
    const device = remote.devices.get(serial) ?? this.#admitDevice(remote, serial, message);
    if (!device) return;
    if (kind === 'info') this.#takeInfo(remote, device, message);
    else this.#takePresence(remote, device, message);
    this.#directory.tidyDevice(remote, device);
  }

  #takePresence(remote: RemoteMensura, device: RemoteDevice, message: BrokerMessage): void {
    const isOnline = this.#readStatus(message);
    if (isOnline === null) return;
    device.statusReceived = this.#connection;
    this.#setPresence(remote, device, isOnline);
  }

  #setPresence(remote: RemoteMensura, device: RemoteDevice, isOnline: boolean | undefined): void {
    if (device.isOnline === isOnline) return;
    device.isOnline = isOnline;
    this.presence.refresh(remote, device, 'no longer connected to the remote Mensura');
  }

  #takeInfo(remote: RemoteMensura, device: RemoteDevice, message: BrokerMessage): void {
    const { topic, payload } = message;
    if (payload.length === 0) {
      this.counts.received += 1;
      this.#describe(remote, device, undefined);
      return;
    }
    if (!this.counts.mayTake(remote, message)) return;
    const read = readInfo(payload, device.serial);
    const info = 'problem' in read ? undefined : this.#directory.keep(remote, read);
    if (info) {
      this.counts.received += 1;
      device.infoReceived = this.#connection;
    } else if ('problem' in read) this.counts.refuse(topic, read.problem);
    else this.counts.leaveOut(topic, 'the limit of products is reached');
    // The previous description is no longer valid, and readings may be of other channels.
    this.#describe(remote, device, info, 'invalid description from the remote Mensura');
  }

  #describe(
    remote: RemoteMensura,
    device: RemoteDevice,
    info: KnownInfo | undefined,
    reason = 'no longer published by the remote Mensura',
  ): void {
    if (this.#directory.describe(device, info)) this.presence.refresh(remote, device, reason);
  }
}
