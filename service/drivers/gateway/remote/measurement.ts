/** Parses a `measurement`. Validated by hand, because it is the hot path of reading from a broker. */
import type { Sample } from '../../../devices/types.ts';
import { MAX_CHANNELS } from './limits.ts';
import { type RejectedPayload, readObject } from './payloads.ts';
import type { ProductChannel } from './product-pool.ts';

export interface RemoteSampleSet {
  /** Milliseconds since 1970, on the remote's clock. */
  at: number;
  /** Without the channels that the registry computes. */
  samples: Sample[];
}

/** The reason for a channel without a value if its Mensura gave none. */
const FAILED_THERE = 'sensor error (remote)';

/**
 * Channels that the product does not have are left out: a reading may arrive after a changed `info`.
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
    if (!channel.isComputed) samples.push(sampleOf(channel.label, magnitude as number | null));
  }
  return known > 0 ? samples : { problem: 'has no known channels' };
}

function sampleOf(channel: string, magnitude: number | null): Sample {
  return magnitude === null ? { channel, magnitude, reason: FAILED_THERE } : { channel, magnitude };
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
