/** What the columns of an instrument's data lines mean: its product, and the channel behind each column. */
import type { ChannelDefinition, ChannelLabels, Product } from '../../contract/index.ts';
import { type CatalogueEntry, createProduct, findEntry, productOf, VENDOR } from '../../devices/catalogue.ts';
import type { Sample, UnclearColumn } from '../../devices/instrument.ts';
import { channelLabels } from '../../devices/labels.ts';
import { QUANTITIES } from '../../devices/quantities.ts';
import { canCompute } from '../../devices/virtual-channels.ts';
import { isWithin, type Range } from './chips/conversion.ts';
import { conversionOf } from './chips/index.ts';
import { CHIPS, chipsTitled } from './chips.ts';
import { meaningOf, quantityOfUnit } from './headings.ts';
import type { LineColumn, LineValue } from './line.ts';
import { type Match, matchColumns } from './match-columns.ts';
import { deviceText, type GenericChannels, type MeasuredQuantity, nameChannels } from './name-channels.ts';
import { ownChannel } from './own-channels.ts';
import { contractUnit, converter } from './units.ts';

/** Relative humidity in %, over the serial line: a calibration moves a good value a little beyond what there is. */
const LINE_HUMIDITY: Range = { low: -5, high: 105 };

/**
 * The limits of a column's channel, in the channel's unit: the widest of the chips that can measure it; where none is
 * known, of all chips that measure something of its type. Undefined where one of them has no limits, or counts in another
 * unit than the column or the channel.
 */
function limitsOf(
  chips: readonly number[],
  channel: ChannelDefinition | undefined,
  columnUnit: string,
): Range | undefined {
  if (channel?.unit === '%rh') return LINE_HUMIDITY;
  if (contractUnit(columnUnit) !== channel?.unit) return undefined;
  if (chips.length > 0) return widest(chips);
  const ofType = CHIPS.filter(({ quantity }) => QUANTITIES[quantity].type === channel?.type);
  if (ofType.some(({ quantity }) => QUANTITIES[quantity].unit !== channel?.unit)) return undefined;
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

/** What stands in the place of the maker's name where the instrument does not give it. */
const UNKNOWN_VENDOR = 'unknown';

/** The prefixes of the maker's product names (docs/hardware.md#product-names). */
const MAKERS_CODE = /^(VCP|USB)-/;

/** Why a channel has no value when the instrument writes `ERROR` in its place. */
const SENSOR_ERROR = 'sensor error';

/** A decimal number as instruments write it. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Who made a product that is not in the catalogue: what its USB strings say, else what its name tells. */
export function vendorOf(product: string, manufacturer: string): string {
  return manufacturer || (MAKERS_CODE.test(product) ? VENDOR : UNKNOWN_VENDOR);
}

export interface SerialLayoutSource {
  /** The product string the instrument gives of itself. */
  product: string;
  /** From the header; with empty titles where the header never came. */
  columns: readonly LineColumn[];
  /** The maker's name from elsewhere, such as the USB strings; empty where there is none. */
  manufacturer: string;
}

/** The columns of one instrument, understood. */
export interface SerialLayout {
  product: Product;
  vendor: string;
  labels: ChannelLabels;
  /** What of the columns of a known product is not certain. */
  unclear: readonly UnclearColumn[];
  /** The samples of a data line in channel order, or undefined when its columns are not these. */
  read(fields: readonly LineValue[]): Sample[] | undefined;
}

/** Product and channels of an instrument: from the catalogue where it is known, else made of what the columns say. */
export function createLayout({ product: name, columns, manufacturer }: SerialLayoutSource): SerialLayout {
  const entry = findEntry(name);
  const match = entry && matchColumns(entry, columns);
  if (entry && match) return knownLayout(entry, columns, match);
  const { channels, all, labels } = genericChannels(columns);
  const vendor = vendorOf(name, manufacturer);
  const limits = columns.map((column, index) => {
    const { chip } = measuredBy(column);
    return limitsOf(chip ? [chip.id] : [], channels[index], column.unit);
  });
  return {
    product: createProduct(name, vendor, all),
    vendor,
    labels,
    unclear: [],
    read: createReader(columns, channels, limits),
  };
}

/** Columns that fit no channel of the entry for certain have channels of their own in place of the entry's. */
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
      columns.map(({ unit }, index) => limitsOf(found[index]?.chips.map(Number) ?? [], channels[index], unit)),
    ),
  };
}

function createReader(
  columns: readonly LineColumn[],
  channels: readonly ChannelDefinition[],
  limits: readonly (Range | undefined)[],
): (fields: readonly LineValue[]) => Sample[] | undefined {
  const readers = columns.map(({ unit }, index) => {
    const channel = channels[index];
    const convert = channel && converter(unit, channel.unit);
    return channel && convert ? { channel, unit, convert, limits: limits[index] } : undefined;
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
  // Digits can say more than a double holds: that is no value either.
  if (!Number.isFinite(magnitude)) return { channel, magnitude: null, reason: `device reported "${text}"` };
  if (!limits || isWithin(magnitude, limits)) return { channel, magnitude };
  const range = `${limits.low} to ${limits.high} ${unit}`;
  return { channel, magnitude: null, reason: `out of sensor range, ${range}: "${text}"` };
}

/** What a column measures: by the chip that goes by its title, else by its words, else by its unit. */
function measuredBy(column: LineColumn): MeasuredQuantity {
  const chip = chipsTitled(column.title)[0];
  // A chip that has no formula of ours may still send a line whose unit says what it is.
  if (chip && chip.quantity !== 'raw' && converter(column.unit, QUANTITIES[chip.quantity].unit)) {
    return { ...column, quantity: chip.quantity, chip };
  }
  return { ...column, quantity: meaningOf(column)?.quantity ?? quantityOfUnit(column) ?? 'raw', chip: undefined };
}

/** Channels by what each column is known to measure; what is not known is shown under its own heading. */
export function genericChannels(columns: readonly LineColumn[]): GenericChannels {
  return nameChannels(columns.map(measuredBy));
}
