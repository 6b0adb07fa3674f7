import type { Sample } from '../../../devices/types.ts';
import type { BrokerMessage } from '../../../support/broker-source.ts';
import type { Clock } from '../../../support/clock.ts';
import type { Emitter } from '../../../support/emitter.ts';
import type { AdapterEvents } from '../types.ts';
import { ATTACH_COST, MAX_CHANNELS, RESERVED_FOR_PRESENCE } from './limits.ts';
import { type RejectedPayload, readObject } from './payloads.ts';
import type { ProductChannel } from './product-pool.ts';
import type { RefusalCounter } from './refusal-counter.ts';
import type { RemoteDevice } from './remote-device.ts';
import type { RemoteMensura } from './remote-mensura.ts';

interface RemoteSampleSet {
  /** Milliseconds since 1970, on the remote's clock. */
  at: number;
  /** Without the channels that the registry computes. */
  samples: Sample[];
}

/** The reason for a channel without a value if its Mensura gave none. */
const FAILED_THERE = 'sensor error (remote)';

/**
 * Validated by hand: it is the hot path of reading from a broker. Channels that the product does not have are left out: a reading may arrive after a changed `info`.
 * @param serial from the topic, which must match the payload's
 */
export function readMeasurement(
  payload: Uint8Array,
  serial: string,
  channels: ReadonlyMap<string, ProductChannel>,
): RemoteSampleSet | RejectedPayload {
  const read = readObject(payload);
  if ('problem' in read) return read;
  const { value } = read;
  if (value['serial'] !== serial) return { problem: 'has a serial number that does not match its topic' };
  const at = parseTimestamp(value['timestamp']);
  if (at === undefined) return { problem: 'has no valid timestamp (expected 2026-11-20T14:45:12.318Z)' };
  const values = value['values'];
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return { problem: 'has no values' };
  const samples = readValues(Object.entries(values), channels);
  return 'problem' in samples ? samples : { at, samples };
}

function readValues(
  values: readonly (readonly [string, unknown])[],
  channels: ReadonlyMap<string, ProductChannel>,
): Sample[] | RejectedPayload {
  if (values.length === 0 || values.length > MAX_CHANNELS) return { problem: `has ${values.length} channels` };
  const samples: Sample[] = [];
  let known = 0;
  for (const [name, given] of values) {
    const channel = channels.get(name);
    if (!channel) continue;
    known += 1;
    if (typeof given !== 'object' || given === null) return { problem: 'has a channel without a value' };
    const { magnitude, unit } = given as { magnitude?: unknown; unit?: unknown };
    if (unit !== channel.unit) return { problem: `has the wrong unit for ${channel.label}` };
    if (magnitude !== null && !Number.isFinite(magnitude))
      return { problem: `has no numeric value for ${channel.label}` };
    const { label } = channel;
    if (magnitude === null) samples.push({ channel: label, magnitude, reason: FAILED_THERE });
    else samples.push({ channel: label, magnitude: magnitude as number });
  }
  return known > 0 ? samples : { problem: 'has no known channels' };
}

/**
 * A timestamp of the contract, to the millisecond.
 * @returns milliseconds since 1970; undefined for any other form, and for dates that do not exist
 */
export function parseTimestamp(text: unknown): number | undefined {
  if (typeof text !== 'string' || text.length !== 24) return undefined;
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString() === text ? at : undefined;
}

/** A reading of this age is late, unless its device is sampled less than every 6 s. In milliseconds. */
const LATE_MS = 60_000;

const TIMESTAMP_KEY = '"timestamp":"';

/** The timestamp of a message as Mensura writes it, without parsing all of it; NaN for any other. */
function peekTimestamp(payload: Uint8Array): number {
  const { buffer, byteOffset, length } = payload;
  const bytes = Buffer.from(buffer, byteOffset, length);
  const key = bytes.indexOf(TIMESTAMP_KEY);
  const start = key + TIMESTAMP_KEY.length;
  return key < 0 ? Number.NaN : (parseTimestamp(bytes.toString('latin1', start, start + 24)) ?? Number.NaN);
}

/** A time from reading to arrival outside this range means that the clocks differ. In milliseconds. */
const LATENCY_MS = { min: -1000, max: 300_000 } as const;

export interface LiveReadingsOptions {
  clock: Clock;
  events: Emitter<AdapterEvents>;
  tally: RefusalCounter;
}

export class LiveReadings {
  readonly #options: LiveReadingsOptions;
  /** From the newest reading to its arrival, in milliseconds; null if the clocks do not allow it to be known. */
  latencyMs: number | null = null;

  constructor(options: LiveReadingsOptions) {
    this.#options = options;
  }

  take(remote: RemoteMensura, device: RemoteDevice, message: BrokerMessage): void {
    const { clock, events, tally } = this.#options;
    const { installation, timeliness } = remote;
    const { info, serial } = device;
    if (!installation || !info) return;
    // Every new device is charged, shown or not, so that a remote cannot announce devices without end.
    const cost = device.isShown || device.isAdmitted ? 1 : 1 + ATTACH_COST;
    const isLate = (): boolean => clock.now() - peekTimestamp(message.payload) > LATE_MS;
    if (!tally.mayTake(remote, message, cost, RESERVED_FOR_PRESENCE, isLate)) return;
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
    // Ten periods, and at least a minute.
    const isOfNow = timeliness.isOfNow(at, Math.max(10 * info.periodMs, LATE_MS));
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
    this.latencyMs = latency < LATENCY_MS.min || latency > LATENCY_MS.max ? null : Math.max(0, latency);
    const whole = device.complete(samples, clock.monotonic());
    if (whole.length > 0) events.emit('readings', { ...key, at, samples: whole });
  }
}
