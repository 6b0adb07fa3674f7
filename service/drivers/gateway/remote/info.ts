import * as z from 'zod';
import {
  type ChannelLabels,
  type Connections,
  deviceSchema,
  identifierError,
  type Product,
  productSchema,
} from '../../../contract/index.ts';
import { labelText } from '../../../devices/labels.ts';
import { hasNoControlCharacters } from '../../../support/control-characters.ts';
import { MAX_CHANNELS, MAX_PERIOD_MS } from './limits.ts';
import { type RejectedPayload, readObject } from './payloads.ts';
import type { ProductFields } from './product-pool.ts';

export interface ParsedInfo {
  facts: ProductFields;
  /** Sampling period in milliseconds. */
  periodMs: number;
  connections: Pick<Connections, 'usb' | 'vcp'>;
}

/** The vendor of simulated devices (docs/decisions.md#1-identity). */
const SIMULATED_VENDOR = 'Mensura (simulated)';

/** The period of a device without channels, in milliseconds: never used. */
const NO_PERIOD_MS = 1000;

/** Longest text, in characters, and most entries of a table of protocols or interfaces. */
const MAX_TEXT = 255;
const MAX_ENTRIES = 16;

const infoSchema = z.object({
  device: deviceSchema,
  product: productSchema,
  labels: z.record(z.string(), z.string()).optional(),
});
type Info = z.infer<typeof infoSchema>;

/** @param serial from the topic, which must match the device's */
export function readInfo(payload: Uint8Array, serial: string): ParsedInfo | RejectedPayload {
  const read = readObject(payload);
  if ('problem' in read) return read;
  const checked = infoSchema.safeParse(read.value);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    return {
      problem: `is not valid at ${issue?.path.join('.') || 'the top level'}: ${issue?.message ?? 'unknown format'}`,
    };
  }
  const { device, product } = checked.data;
  const problem = sizeError(checked.data) ?? formError(checked.data, serial);
  if (problem) return { problem };
  const { info, connections, config, channels, channel_list } = device;
  const labels = labelsOf(checked.data);
  return {
    facts: {
      product: inOrder(product, channel_list),
      vendor: info.vendor,
      productName: info.product,
      firmware: { major: info.firmware_version_major, minor: info.firmware_version_minor },
      protocols: config.protocol,
      simulated: info.vendor === SIMULATED_VENDOR,
      ...(labels && { labels }),
    },
    periodMs: channels[channel_list[0] ?? '']?.period_ms ?? NO_PERIOD_MS,
    connections: { usb: connections.usb, vcp: connections.vcp },
  };
}

function labelsOf({ product, labels }: Info): ChannelLabels | undefined {
  if (!labels) return undefined;
  const known = Object.keys(product.channels).filter((channel) => Object.hasOwn(labels, channel));
  return Object.fromEntries(known.map((channel) => [channel, labelText(labels[channel] ?? '')]));
}

function sizeError({ device, product, labels }: Info): string | undefined {
  if (Object.keys(labels ?? {}).length > MAX_CHANNELS) return `has more than ${MAX_CHANNELS} labels`;
  if (device.channel_list.length > MAX_CHANNELS) return `has more than ${MAX_CHANNELS} channels`;
  const tables = [device.config.protocol, product.info.interfaces];
  if (tables.some((table) => Object.keys(table).length > MAX_ENTRIES)) return `has more than ${MAX_ENTRIES} protocols`;
  return textError({ device, product, labels });
}

/** Checks every text in a value, member names included. */
function textError(value: unknown): string | undefined {
  if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      const problem = textError(name) ?? textError(member);
      if (problem) return problem;
    }
  }
  if (typeof value !== 'string') return undefined;
  if (value.length > MAX_TEXT) return `has a text of more than ${MAX_TEXT} characters`;
  return hasNoControlCharacters(value) ? undefined : 'contains control or text-direction characters';
}

/** Checks that device and product match, so that readers are not misled. */
function formError({ device, product }: Info, serial: string): string | undefined {
  if (device.info.serial !== serial) return 'has a serial number that does not match its topic';
  if (device.model !== product.model) return 'has a model that does not match its product';
  const labels = device.channel_list;
  const defined = Object.entries(product.channels);
  const isComplete = new Set(labels).size === labels.length && labels.length === defined.length;
  if (!isComplete || !labels.every((label) => Object.hasOwn(product.channels, label))) {
    return 'lists channels that its product does not have';
  }
  if (defined.some(([name, { label }]) => name !== label || identifierError(label)))
    return 'has a channel without a name';
  const periods = labels.map((label) => device.channels[label]?.period_ms ?? 0);
  return periods.every((ms) => ms >= 1 && ms <= MAX_PERIOD_MS) ? undefined : 'has a channel without a sampling period';
}

/** JSON does not keep the order of the channels. */
function inOrder(product: Product, labels: readonly string[]): Product {
  const channels = Object.entries(product.channels).toSorted(([a], [b]) => labels.indexOf(a) - labels.indexOf(b));
  return { ...product, channels: Object.fromEntries(channels) };
}
