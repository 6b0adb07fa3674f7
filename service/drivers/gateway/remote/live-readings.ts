import type { Clock } from '../../../support/clock.ts';
import type { Emitter } from '../../../support/emitter.ts';
import type { AdapterEvents, BrokerMessage } from '../types.ts';
import { ATTACH_COST, RESERVED_FOR_PRESENCE } from './limits.ts';
import { readMeasurement } from './measurement.ts';
import type { RefusalCounter } from './refusal-counter.ts';
import type { RemoteDevice } from './remote-device.ts';
import type { RemoteMensura } from './remote-mensura.ts';

/** A time from reading to arrival outside this range means that the clocks differ. In milliseconds. */
const LATENCY_MS = { min: -1000, max: 300_000 } as const;

/** Longest time from reading to arrival of a current one, in milliseconds: ten periods, and at least a minute. */
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

  /** From the newest reading to its arrival, in milliseconds; null if the clocks do not allow it to be known. */
  get latencyMs(): number | null {
    return this.#latencyMs;
  }

  /** After a lost connection, the latency no longer applies. */
  clear(): void {
    this.#latencyMs = null;
  }

  take(remote: RemoteMensura, device: RemoteDevice, message: BrokerMessage): void {
    const { clock, events, tally } = this.#options;
    const { installation, timeliness } = remote;
    const { info, serial } = device;
    if (!installation || !info) return;
    // Every new device is charged, shown or not, so that a remote cannot announce devices without end.
    const cost = device.isShown || device.isAdmitted ? 1 : 1 + ATTACH_COST;
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
    // Duplicate or overtaken.
    if (!device.isNews(at, samples, timeliness.epoch)) return;
    // Late readings are stored, and do not change the current ones.
    if (!device.isShown) {
      device.isAdmitted = true;
      const absent = device.seenBehind(installation.id);
      if (absent) events.emit('late', { ...key, at, samples, absent });
      return;
    }
    if (!isOfNow) {
      events.emit('late', { ...key, at, samples });
      return;
    }
    const latency = clock.now() - at;
    this.#latencyMs = latency < LATENCY_MS.min || latency > LATENCY_MS.max ? null : Math.max(0, latency);
    const whole = device.complete(samples, clock.monotonic());
    if (whole.length > 0) events.emit('readings', { ...key, at, samples: whole });
  }
}
