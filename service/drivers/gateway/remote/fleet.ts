/** Everything that is known of the remotes of one entry. It has no timer and no connection: it is told and asked. */
import { isDeepStrictEqual } from 'node:util';
import type { GatewayErrorCode, GatewayNode } from '../../../contract/index.ts';
import type { Clock } from '../../../support/clock.ts';
import type { Emitter } from '../../../support/emitter.ts';
import type { AdapterEvents, BrokerMessage } from '../parts.ts';
import { readInfo } from './info.ts';
import type { KnownInfo, RemoteInstrument } from './instrument.ts';
import { KindPool } from './kinds.ts';
import { FLOOD, MAX_INSTRUMENTS, MAX_INSTRUMENTS_PER_REMOTE, MAX_KINDS, MAX_REMOTES } from './limits.ts';
import { readMeasurement } from './measurement.ts';
import { readAbout, readStatus } from './payloads.ts';
import { Presence } from './presence.ts';
import { Remote } from './remote.ts';
import { createTopicReader, type RemoteTopic } from './topics.ts';

export interface FleetOptions {
  /** The prefix of the entry. */
  pattern: string;
  /** The id of this installation, which ignores itself. */
  installation: string;
  clock: Clock;
  /** Where instruments and readings are told. */
  events: Emitter<AdapterEvents>;
  /** Something that the status shows changed. */
  onChange(): void;
  /** Something was refused: what, and why. */
  onNotice(code: GatewayErrorCode, subject: string, text: string, remedy: string): void;
}

/** A message below a topic that was read. */
interface Incoming {
  topic: string;
  payload: Uint8Array;
  retained: boolean;
}

/** Between these two the time from reading to here is believed, in milliseconds: else the clocks differ. */
const LATENCY_MS = { min: -1000, max: 300_000 } as const;

/** How long a reading may be on its way, in milliseconds. */
function latestArrival(periodMs: number): number {
  return Math.max(10 * periodMs, 60_000);
}

export class Fleet {
  readonly #options: FleetOptions;
  readonly #read: (topic: string) => RemoteTopic | undefined;
  readonly #presence: Presence;
  readonly #remotes = new Map<string, Remote>();
  readonly #kinds = new KindPool(MAX_KINDS);
  /** The connection to the broker, counted: what it said on an earlier one may not hold any more. */
  #connection = 0;
  #instruments = 0;
  #received = 0;
  #refused = 0;
  #latencyMs: number | null = null;

  constructor(options: FleetOptions) {
    const { pattern, installation, events } = options;
    this.#options = options;
    this.#read = createTopicReader(pattern);
    this.#presence = new Presence({ installation, events, onChange: () => options.onChange() });
  }

  /** Messages that were understood, and those that were not. */
  get received(): number {
    return this.#received;
  }

  get refused(): number {
    return this.#refused;
  }

  /** From the newest reading to here, in milliseconds; null where the clocks do not let it be known. */
  get latencyMs(): number | null {
    return this.#latencyMs;
  }

  /** Whether this very installation publishes under the prefix too. */
  get hasOwn(): boolean {
    return this.#presence.hasOwn;
  }

  /** The other Mensuras, by serial in code-unit order. */
  gateways(): GatewayNode[] {
    return this.#presence.gateways();
  }

  /** The broker confirmed the subscription: what it keeps follows. */
  subscribed(): void {
    this.#connection += 1;
  }

  /** The broker has sent what it keeps: whatever it did not say again on this connection is no more. */
  settle(): void {
    // Those that are shown last: what they have goes on under another name only if that one still holds.
    const remotes = [...this.#remotes.values()].toSorted((a, b) => Number(a.isActive) - Number(b.isActive));
    for (const remote of remotes) {
      if (remote.statusHeard !== this.#connection) this.#presence.setStatus(remote, undefined);
      if (remote.aboutHeard !== this.#connection) this.#presence.setInstallation(remote, undefined);
      for (const instrument of remote.instruments.values()) {
        if (instrument.infoHeard !== this.#connection) this.#describe(remote, instrument, undefined);
        if (instrument.statusHeard !== this.#connection) this.#setPresence(remote, instrument, undefined);
        this.#tidy(remote, instrument);
      }
      this.#tidy(remote);
    }
  }

  /** Shows what had to wait since its remote sent too much. */
  catchUp(): void {
    for (const remote of this.#remotes.values()) {
      if (remote.isComing && remote.bucket.take(remote.changeCost)) {
        remote.isComing = false;
        this.#presence.setStatus(remote, true);
      }
      this.#presence.catchUp(remote);
    }
  }

  /** Everything is lost and forgotten. */
  clear(reason: string): void {
    if (this.#remotes.size === 0) return;
    this.#presence.clear(reason);
    for (const { instruments } of this.#remotes.values()) {
      for (const { info } of instruments.values()) if (info) this.#kinds.release(info.kind);
    }
    this.#remotes.clear();
    this.#instruments = 0;
    this.#latencyMs = null;
  }

  message(message: BrokerMessage): void {
    const place = this.#read(message.topic);
    if (!place) {
      this.#refuse(message.topic, 'is not a topic of Mensura');
      return;
    }
    const { prefix, serial, kind } = place;
    const remote = this.#remotes.get(prefix);
    if (kind === 'measurement') {
      const instrument = remote?.instruments.get(serial);
      if (remote && instrument?.isShown) this.#measure(remote, instrument, message);
      return;
    }
    const known = remote ?? (message.payload.length > 0 ? this.#admit(prefix) : undefined);
    if (!known) return;
    if (kind === 'about') this.#takeAbout(known, message);
    else if (serial === undefined) this.#takeStatus(known, message);
    else this.#takeOfInstrument(known, serial, kind, message);
    this.#tidy(known);
  }

  #admit(prefix: string): Remote | undefined {
    if (this.#remotes.size >= MAX_REMOTES) {
      this.#refuse(prefix, `is left out, since there are ${MAX_REMOTES} names already`, 'answer-too-large', NARROW);
      return undefined;
    }
    const remote = new Remote(prefix, this.#options.clock);
    this.#remotes.set(prefix, remote);
    return remote;
  }

  #takeStatus(remote: Remote, { topic, payload, retained }: Incoming): void {
    const isOnline = readStatus(payload);
    if (isOnline === undefined && payload.length > 0) {
      this.#refuse(topic, NO_STATUS);
      return;
    }
    this.#received += 1;
    remote.statusHeard = this.#connection;
    // Whoever comes and goes without end waits for its turn, and is not there until then.
    remote.isComing = isOnline === true && !remote.isOnline && !retained && !remote.bucket.take(remote.changeCost);
    if (!remote.isComing) this.#presence.setStatus(remote, isOnline);
  }

  #takeAbout(remote: Remote, message: Incoming): void {
    if (!this.#mayTake(remote, message, remote.changeCost)) return;
    const read = message.payload.length === 0 ? { installation: undefined } : readAbout(message.payload);
    if ('problem' in read) {
      this.#refuse(message.topic, read.problem);
      return;
    }
    this.#received += 1;
    remote.aboutHeard = this.#connection;
    this.#presence.setInstallation(remote, read.installation);
  }

  #takeOfInstrument(remote: Remote, serial: string, kind: 'info' | 'status', message: Incoming): void {
    const instrument = remote.instruments.get(serial) ?? this.#admitInstrument(remote, serial, message);
    if (!instrument) return;
    if (kind === 'info') this.#takeInfo(remote, instrument, message);
    else this.#takePresence(remote, instrument, message);
    this.#tidy(remote, instrument);
  }

  #admitInstrument(remote: Remote, serial: string, { topic, payload }: Incoming): RemoteInstrument | undefined {
    if (payload.length === 0) return undefined;
    if (remote.instruments.size >= MAX_INSTRUMENTS_PER_REMOTE || this.#instruments >= MAX_INSTRUMENTS) {
      this.#refuse(topic, 'is left out, since there are too many instruments already', 'answer-too-large', NARROW);
      return undefined;
    }
    this.#instruments += 1;
    return remote.add(serial);
  }

  #takePresence(remote: Remote, instrument: RemoteInstrument, { topic, payload }: Incoming): void {
    const isOnline = readStatus(payload);
    if (isOnline === undefined && payload.length > 0) {
      this.#refuse(topic, NO_STATUS);
      return;
    }
    this.#received += 1;
    instrument.statusHeard = this.#connection;
    this.#setPresence(remote, instrument, isOnline);
  }

  #setPresence(remote: Remote, instrument: RemoteInstrument, isOnline: boolean | undefined): void {
    if (instrument.isOnline === isOnline) return;
    instrument.isOnline = isOnline;
    this.#presence.refresh(remote, instrument, 'its Mensura does not have it any more');
  }

  #takeInfo(remote: Remote, instrument: RemoteInstrument, message: Incoming): void {
    const { topic, payload } = message;
    if (payload.length === 0) {
      this.#received += 1;
      this.#describe(remote, instrument, undefined);
      return;
    }
    if (!this.#mayTake(remote, message)) return;
    const read = readInfo(payload, instrument.serial);
    const kind = 'problem' in read ? undefined : this.#kinds.take(read.facts);
    if ('problem' in read || !kind) {
      // What it was before is not true any more, and its readings may be of other channels.
      this.#describe(remote, instrument, undefined, 'what its Mensura says of it is not understood');
      this.#refuse(topic, 'problem' in read ? read.problem : 'is of one kind of instrument too many');
      return;
    }
    this.#received += 1;
    instrument.infoHeard = this.#connection;
    this.#describe(remote, instrument, { kind, periodMs: read.periodMs, connections: read.connections });
  }

  #describe(
    remote: Remote,
    instrument: RemoteInstrument,
    info: KnownInfo | undefined,
    reason = 'its Mensura does not publish it any more',
  ): void {
    const before = instrument.info;
    if (before) this.#kinds.release(before.kind);
    if (isSame(before, info)) return;
    instrument.describe(info);
    this.#presence.refresh(remote, instrument, reason);
  }

  #measure(remote: Remote, instrument: RemoteInstrument, message: Incoming): void {
    const { clock, events } = this.#options;
    const { installation, timeliness } = remote;
    const { info, serial } = instrument;
    if (!installation || !info || !this.#mayTake(remote, message)) return;
    const key = { gatewaySerial: installation.id, serial };
    const read = message.retained ? { problem: KEPT } : readMeasurement(message.payload, serial, info.kind.channels);
    if ('problem' in read) {
      this.#refuse(message.topic, read.problem);
      events.emit('rejected', key);
      return;
    }
    this.#received += 1;
    const { at, samples } = read;
    // What waited at the remote, came twice or overtook another is true of its time, and not of now.
    if (!timeliness.isOfNow(at, latestArrival(info.periodMs)) || !instrument.isNews(at, timeliness.epoch)) return;
    const latency = clock.now() - at;
    this.#latencyMs = latency < LATENCY_MS.min || latency > LATENCY_MS.max ? null : Math.max(0, latency);
    const whole = instrument.complete(samples, clock.monotonic());
    if (whole.length > 0) events.emit('readings', { ...key, at, samples: whole });
  }

  /** Whether a remote may have this message taken; what the broker kept comes once, and is free. */
  #mayTake(remote: Remote, { payload, retained }: Incoming, cost = 1): boolean {
    if (retained || remote.bucket.take(cost + payload.length / 1024)) return true;
    this.#refuse(
      remote.prefix,
      `sends more than ${FLOOD.perSecond} messages a second: what is above that is dropped`,
      'answer-too-large',
      'See what publishes there.',
    );
    return false;
  }

  #refuse(subject: string, text: string, code: GatewayErrorCode = 'answer-broken', remedy: string = FOREIGN): void {
    this.#refused += 1;
    this.#options.onNotice(code, subject, text, remedy);
  }

  /** Forgets an instrument, or a remote, of which nothing is known any more. */
  #tidy(remote: Remote, instrument?: RemoteInstrument): void {
    if (instrument && !instrument.info && instrument.isOnline === undefined) {
      this.#instruments -= Number(remote.instruments.delete(instrument.serial));
    }
    if (!instrument && remote.isEmpty && !remote.isComing) this.#remotes.delete(remote.prefix);
  }
}

const NO_STATUS = 'says neither online nor offline';
const KEPT = 'was kept by the broker, so it is no reading of now';
const FOREIGN = 'See what publishes there: it is not a Mensura that this one understands.';
const NARROW = 'Choose a prefix that has less under it.';

function isSame(before: KnownInfo | undefined, after: KnownInfo | undefined): boolean {
  return before?.kind === after?.kind && isDeepStrictEqual(before, after);
}
