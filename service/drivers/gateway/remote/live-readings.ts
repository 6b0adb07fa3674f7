/** Takes readings of instruments, and tells those of now from those that waited elsewhere. */
import type { Clock } from '../../../support/clock.ts';
import type { Emitter } from '../../../support/emitter.ts';
import type { AdapterEvents, BrokerMessage } from '../types.ts';
import type { RemoteInstrument } from './instrument.ts';
import { ATTACH_COST, RESERVED_FOR_PRESENCE } from './limits.ts';
import { readMeasurement } from './measurement.ts';
import type { RefusalCounter } from './refusal-counter.ts';
import type { RemoteMensura } from './remote-mensura.ts';

/** Between these two the time from reading to here is believed, in milliseconds: else the clocks differ. */
const LATENCY_MS = { min: -1000, max: 300_000 } as const;

/** How long a reading may be on its way, in milliseconds: ten periods, and a minute at least. */
function latestArrival(periodMs: number): number {
  return Math.max(10 * periodMs, 60_000);
}

export interface LiveReadingsOptions {
  clock: Clock;
  events: Emitter<AdapterEvents>;
  tally: RefusalCounter;
}

export class LiveReadings {
  readonly #options: LiveReadingsOptions;
  #latencyMs: number | null = null;

  constructor(options: LiveReadingsOptions) {
    this.#options = options;
  }

  /** From the newest reading to here, in milliseconds; null where the clocks do not let it be known. */
  get latencyMs(): number | null {
    return this.#latencyMs;
  }

  /** The broker's readings are those of a former time. */
  clear(): void {
    this.#latencyMs = null;
  }

  take(remote: RemoteMensura, instrument: RemoteInstrument, message: BrokerMessage): void {
    const { clock, events, tally } = this.#options;
    const { installation, timeliness } = remote;
    const { info, serial } = instrument;
    if (!installation || !info) return;
    // Whoever tells of ever new instruments pays for each, whether they are shown or not.
    const cost = instrument.isShown || instrument.isAdmitted ? 1 : 1 + ATTACH_COST;
    if (!tally.mayTake(remote, message, cost, RESERVED_FOR_PRESENCE)) return;
    const key = { gatewaySerial: installation.id, serial };
    const read = message.retained
      ? { problem: 'is a retained message, not a live reading' }
      : readMeasurement(message.payload, serial, info.kind.channels);
    if ('problem' in read) {
      tally.refuse(message.topic, read.problem);
      events.emit('rejected', key);
      return;
    }
    tally.received += 1;
    const { at, samples } = read;
    const isOfNow = timeliness.isOfNow(at, latestArrival(info.periodMs));
    // What came twice or was overtaken is known already.
    if (!instrument.isNews(at, samples, timeliness.epoch)) return;
    // What waited at the remote is true of its time, and not of now.
    if (!instrument.isShown) {
      instrument.isAdmitted = true;
      const absent = instrument.seenBehind(installation.id);
      if (absent) events.emit('late', { ...key, at, samples, absent });
      return;
    }
    if (!isOfNow) {
      events.emit('late', { ...key, at, samples });
      return;
    }
    const latency = clock.now() - at;
    this.#latencyMs = latency < LATENCY_MS.min || latency > LATENCY_MS.max ? null : Math.max(0, latency);
    const whole = instrument.complete(samples, clock.monotonic());
    if (whole.length > 0) events.emit('readings', { ...key, at, samples: whole });
  }
}
