/** Formats readings as canonical JSON directly: it happens many thousand times a second. */
import type { Product } from '../contract/index.ts';
import type { DeviceState } from './device-state.ts';
import type { Sample } from './types.ts';

/** The texts around a channel's magnitude wherever readings are listed by channel. */
export interface ChannelJson {
  readonly channel: string;
  readonly unit: string;
  readonly head: string;
  readonly tail: string;
}

/** By product, the channels in code-unit order. */
const known = new WeakMap<Product, readonly ChannelJson[]>();

/** In the order of canonical JSON. */
export function channelTexts(product: Product): readonly ChannelJson[] {
  let texts = known.get(product);
  if (!texts) known.set(product, (texts = makeTexts(product)));
  return texts;
}

function makeTexts({ channels }: Product): ChannelJson[] {
  return Object.entries(channels)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([channel, { unit }]) => ({
      channel,
      unit,
      head: `${JSON.stringify(channel)}:{"magnitude":`,
      tail: unitTail(unit),
    }));
}

function unitTail(unit: string): string {
  return `,"unit":${JSON.stringify(unit)}}`;
}

/** The compact form (interface.md#measurement) as canonical JSON; undefined for a device that has not sampled yet. */
export function measurementText({ description, readings, lastAt }: DeviceState): string | undefined {
  if (lastAt === undefined) return undefined;
  let newest = '';
  let values = '';
  for (const { channel, unit, head, tail } of channelTexts(description.product)) {
    const value = readings.get(channel)?.value;
    if (!value) continue;
    if (values !== '') values += ',';
    // After a new description the unit may differ; earlier readings keep theirs.
    values += `${head}${value.magnitude}${value.unit === unit ? tail : unitTail(value.unit)}`;
    if (value.timestamp > newest) newest = value.timestamp;
  }
  const timestamp = newest || new Date(lastAt).toISOString();
  return `{"serial":${JSON.stringify(description.serial)},"timestamp":"${timestamp}","values":{${values}}}`;
}

/** One sample set for the event stream, from the samples that the registry emits, also of uncorrected channels. */
export function readingsEventJson(
  { description, product }: Pick<DeviceState, 'description' | 'product'>,
  at: number,
  samples: readonly Sample[],
): string {
  const { family, serial } = description;
  let values = '';
  for (const { channel, head, tail } of channelTexts(product)) {
    const sample = samples.findLast((candidate) => candidate.channel === channel);
    if (!sample) continue;
    if (values !== '') values += ',';
    // A template writes a finite number, and null, exactly as JSON.stringify does (ECMA-262, SerializeJSONProperty).
    values += `${head}${sample.magnitude}${tail}`;
  }
  const timestamp = new Date(at).toISOString();
  return `{"family":"${family}","serial":${JSON.stringify(serial)},"timestamp":"${timestamp}","values":{${values}}}`;
}
