/** What the columns of an instrument's data lines mean: its product, and the channel behind each column. */
import type { ChannelDefinition, Product } from '../../contract/index.ts';
import type { CatalogueEntry } from '../../devices/catalogue.ts';
import { createProduct, findEntry, productOf, VENDOR } from '../../devices/catalogue.ts';
import type { Sample } from '../../devices/instrument.ts';
import { chipsTitled } from './chips.ts';
import { genericChannels } from './generic-channels.ts';
import type { Column, Field } from './line.ts';
import { converter } from './units.ts';

/** What stands in the place of the maker's name where the instrument does not give it. */
const UNKNOWN_VENDOR = 'unknown';

/** The maker's product codes begin so (hardware facts, 4). */
const MAKERS_CODE = /^(VCP|USB)-/;

/** Why a channel has no value when the instrument writes `ERROR` in its place. */
const SENSOR_ERROR = 'sensor error';

/** A decimal number as instruments write it. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Who made a product that is not in the catalogue: what its USB strings say, else what its name tells. */
export function vendorOf(product: string, manufacturer: string): string {
  return manufacturer || (MAKERS_CODE.test(product) ? VENDOR : UNKNOWN_VENDOR);
}

export interface LayoutSource {
  /** The product string the instrument gives of itself. */
  product: string;
  /** From the header; with empty titles where the header never came. */
  columns: readonly Column[];
  /** The maker's name from elsewhere, such as the USB strings; empty where there is none. */
  manufacturer: string;
}

/** The columns of one instrument, understood. */
export interface Layout {
  product: Product;
  vendor: string;
  /** The samples of a data line in channel order, or undefined when its columns are not these. */
  read(fields: readonly Field[]): Sample[] | undefined;
}

/** Product and channels of an instrument: from the catalogue where it is known, else made of what the columns say. */
export function createLayout({ product: name, columns, manufacturer }: LayoutSource): Layout {
  const entry = findEntry(name);
  const known = entry && matchCatalogue(entry, columns);
  if (entry && known) return { product: productOf(entry), vendor: VENDOR, read: createReader(columns, known) };
  const { channels, all } = genericChannels(name, columns);
  const vendor = vendorOf(name, manufacturer);
  return { product: createProduct(name, vendor, all), vendor, read: createReader(columns, channels) };
}

/**
 * The channel of each column: first by title, or by the chip that goes by that title; then the others by unit in order.
 * @returns undefined when columns and real channels are not one to one: then the catalogue's entry is not this product
 */
function matchCatalogue(entry: CatalogueEntry, columns: readonly Column[]): ChannelDefinition[] | undefined {
  const open = entry.channels.filter(({ virtual }) => !virtual);
  if (open.length !== columns.length) return undefined;
  const definitions = productOf(entry).channels;
  const found: (ChannelDefinition | undefined)[] = columns.map(() => undefined);
  const assign = (index: number, fits: (channel: (typeof open)[number]) => boolean): void => {
    const place = open.findIndex((channel) => channel.column?.unit === columns[index]?.unit && fits(channel));
    const [channel] = place === -1 ? [] : open.splice(place, 1);
    if (channel) found[index] = definitions[channel.label];
  };
  for (const [index, { title }] of columns.entries()) {
    const ids = new Set(chipsTitled(title).map(({ id }) => id));
    assign(
      index,
      ({ column, chips }) => (title !== '' && column?.title === title) || chips.some((chip) => ids.has(Number(chip))),
    );
  }
  for (const index of columns.keys()) if (!found[index]) assign(index, () => true);
  return found.every((channel) => channel !== undefined) ? found : undefined;
}

function createReader(
  columns: readonly Column[],
  channels: readonly ChannelDefinition[],
): (fields: readonly Field[]) => Sample[] | undefined {
  const readers = columns.map(({ unit }, index) => {
    const channel = channels[index];
    const convert = channel && converter(unit, channel.unit);
    return channel && convert ? { label: channel.label, unit, convert } : undefined;
  });
  return (fields) => {
    if (fields.length !== readers.length) return undefined;
    const samples: Sample[] = [];
    for (const [index, reader] of readers.entries()) {
      const field = fields[index];
      if (!reader || field?.unit !== reader.unit) return undefined;
      samples.push(sampleOf(reader.label, field.text, reader.convert));
    }
    return samples;
  };
}

function sampleOf(channel: string, text: string, convert: (value: number) => number): Sample {
  if (text === 'ERROR') return { channel, magnitude: null, reason: SENSOR_ERROR };
  const magnitude = NUMBER.test(text) ? convert(Number(text)) : Number.NaN;
  // Digits can say more than a double holds: that is no value either.
  if (!Number.isFinite(magnitude)) return { channel, magnitude: null, reason: `the instrument says "${text}"` };
  return { channel, magnitude };
}
