import type { ChannelDefinition, ChannelLabels, Product } from '../../contract/index.ts';
import { type CatalogueEntry, createProduct, findEntry, productOf, VENDOR } from '../../devices/catalogue.ts';
import { channelLabels } from '../../devices/labels.ts';
import { QUANTITIES } from '../../devices/quantities.ts';
import type { Sample, UnclearColumn } from '../../devices/types.ts';
import { canCompute } from '../../devices/virtual-channels.ts';
import { isWithin, type Range } from './chips/conversion.ts';
import { conversionOf } from './chips/index.ts';
import { CHIPS, chipsTitled } from './chips.ts';
import { meaningOf, quantityOfUnit } from './headings.ts';
import type { LineColumn, LineValue } from './line.ts';
import { type Match, matchColumns } from './match-columns.ts';
import { deviceText, type GenericChannels, type MeasuredQuantity, nameChannels, ownChannel } from './name-channels.ts';
import { contractUnit, converter } from './units.ts';

/**
 * Relative humidity in % on the serial line: a calibration may move a valid value slightly outside the physical range.
 */
const LINE_HUMIDITY: Range = { low: -5, high: 105 };

/**
 * The limits of a column's channel, in the channel's unit: the widest of its possible chips, or of all chips of its
 * type if none is known. Undefined if one of them has no limits, or another unit than the column or the channel.
 */
function limitsOf(chips: readonly number[], { unit, type }: ChannelDefinition, columnUnit: string): Range | undefined {
  if (unit === '%rh') return LINE_HUMIDITY;
  if (contractUnit(columnUnit) !== unit) return undefined;
  if (chips.length > 0) return widest(chips);
  const ofType = CHIPS.filter(({ quantity }) => QUANTITIES[quantity].type === type);
  if (ofType.some(({ quantity }) => QUANTITIES[quantity].unit !== unit)) return undefined;
  return widest(ofType.map(({ id }) => id));
}

function widest(chips: readonly number[]): Range | undefined {
  const ranges = chips.map((chip) => conversionOf(chip)?.range);
  let limits = ranges[0];
  for (const range of ranges) {
    if (!limits || !range) return undefined;
    limits = { low: Math.min(limits.low, range.low), high: Math.max(limits.high, range.high) };
  }
  return limits;
}

/** Used when the device does not report its manufacturer. */
const UNKNOWN_VENDOR = 'unknown';

/** The prefixes of the manufacturer's product names (docs/hardware.md#product-names). */
const MAKERS_CODE = /^(VCP|USB)-/;

/** The reason for a channel where the device writes `ERROR`. */
const SENSOR_ERROR = 'sensor error';

/** A decimal number as devices write it. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** The vendor of a product that is not in the catalog: from its USB strings, otherwise from its name. */
export function vendorOf(product: string, manufacturer: string): string {
  return manufacturer || (MAKERS_CODE.test(product) ? VENDOR : UNKNOWN_VENDOR);
}

export interface SerialLayoutSource {
  /** The product string that the device reports. */
  product: string;
  /** From the header; with empty titles if the header never arrived. */
  columns: readonly LineColumn[];
  /** The manufacturer from elsewhere, such as the USB strings; empty if unknown. */
  manufacturer: string;
}

export interface SerialLayout {
  product: Product;
  vendor: string;
  labels: ChannelLabels;
  /** Uncertain columns of a known product. */
  unclear: readonly UnclearColumn[];
  /** The samples of a data line in channel order, or undefined when its columns differ. */
  read(fields: readonly LineValue[]): Sample[] | undefined;
}

/** Product and channels of a device: from the catalog if it is known, otherwise from its columns. */
export function createLayout({ product: name, columns, manufacturer }: SerialLayoutSource): SerialLayout {
  const entry = findEntry(name);
  const match = entry && matchColumns(entry, columns);
  if (entry && match) return knownLayout(entry, columns, match);
  const { channels, all, labels } = genericChannels(columns);
  const vendor = vendorOf(name, manufacturer);
  const chips = columns.map((column) => measuredBy(column).chip).map((chip) => (chip ? [chip.id] : []));
  return {
    product: createProduct(name, vendor, all),
    vendor,
    labels,
    unclear: [],
    read: createReader(columns, channels, chips),
  };
}

/** Columns that fit no channel of the entry with certainty get channels of their own in place of the entry's. */
function knownLayout(
  entry: CatalogueEntry,
  columns: readonly LineColumn[],
  { channels: found, byPlace }: Match,
): SerialLayout {
  const definitions = productOf(entry).channels;
  const taken = new Set(Object.keys(definitions));
  const channels = columns.map(
    (column, index) => definitions[found[index]?.label ?? ''] ?? ownChannel(column, index, taken),
  );
  const real = new Set(channels.map(({ label }) => label));
  const own = channels.filter((_, index) => !found[index]);
  const known = Object.values(definitions).filter(({ label }) => real.has(label));
  const virtual = Object.values(definitions).filter(({ label, details }) => details.virtual && canCompute(label, real));
  return {
    product: createProduct(entry.name, VENDOR, [...known, ...own, ...virtual]),
    vendor: VENDOR,
    labels: channelLabels(columns.map((column, index) => [channels[index]?.label ?? '', deviceText(column)])),
    unclear: columns.flatMap((column, index) => {
      const channel = channels[index]?.label ?? '';
      return found[index] && !byPlace.includes(column) ? [] : [{ ...column, channel }];
    }),
    read: createReader(
      columns,
      channels,
      found.map((channel) => channel?.chips.map(Number) ?? []),
    ),
  };
}

/** @param chips the possible chips of each column, by ID; empty if unknown */
function createReader(
  columns: readonly LineColumn[],
  channels: readonly ChannelDefinition[],
  chips: readonly (readonly number[])[],
): (fields: readonly LineValue[]) => Sample[] | undefined {
  const readers = columns.map(({ unit }, index) => {
    const channel = channels[index];
    const convert = channel && converter(unit, channel.unit);
    return channel && convert
      ? { channel, unit, convert, limits: limitsOf(chips[index] ?? [], channel, unit) }
      : undefined;
  });
  return (fields) => {
    if (fields.length !== readers.length) return undefined;
    const samples: Sample[] = [];
    for (const [index, reader] of readers.entries()) {
      const field = fields[index];
      if (!reader || field?.unit !== reader.unit) return undefined;
      samples.push(sampleOf(reader, field.text));
    }
    return samples;
  };
}

interface ColumnReader {
  channel: ChannelDefinition;
  convert: (value: number) => number;
  limits: Range | undefined;
}

function sampleOf({ channel: { label: channel, unit }, convert, limits }: ColumnReader, text: string): Sample {
  if (text === 'ERROR') return { channel, magnitude: null, reason: SENSOR_ERROR };
  const magnitude = NUMBER.test(text) ? convert(Number(text)) : Number.NaN;
  // Digits can exceed the range of a double, which is no value either.
  if (!Number.isFinite(magnitude)) return { channel, magnitude: null, reason: `device reported "${text}"` };
  if (!limits || isWithin(magnitude, limits)) return { channel, magnitude };
  const range = `${limits.low} to ${limits.high} ${unit}`;
  return { channel, magnitude: null, reason: `out of sensor range, ${range}: "${text}"` };
}

/** The quantity of a column: by the chip with its title, otherwise by its words, otherwise by its unit. */
function measuredBy(column: LineColumn): MeasuredQuantity {
  const chip = chipsTitled(column.title)[0];
  // A chip without a formula may still send a line whose unit gives the quantity.
  if (chip && chip.quantity !== 'raw' && converter(column.unit, QUANTITIES[chip.quantity].unit)) {
    return { ...column, quantity: chip.quantity, chip };
  }
  return { ...column, quantity: meaningOf(column)?.quantity ?? quantityOfUnit(column) ?? 'raw', chip: undefined };
}

/** Channels from the known quantities of columns; others get their own heading. */
export function genericChannels(columns: readonly LineColumn[]): GenericChannels {
  return nameChannels(columns.map(measuredBy));
}
