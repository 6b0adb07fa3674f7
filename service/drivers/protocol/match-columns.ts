import type { CatalogueChannel, CatalogueEntry } from '../../devices/catalogue.ts';
import { chipsTitled } from './chips.ts';
import { canMean, contradicts, meaningOf, plainHeading } from './headings.ts';
import type { LineColumn } from './line.ts';
import { converter } from './units.ts';

type Fits = (column: LineColumn, channel: CatalogueChannel) => boolean;

/** By the catalog's heading, or by that of a chip of the channel. */
const byTitle: Fits = ({ title }, { column, chips }) =>
  title !== '' &&
  (plainHeading(title) === plainHeading(column?.title ?? '') ||
    chipsTitled(title).some(({ id }) => chips.some((chip) => Number(chip) === id)));

/**
 * By words with exactly this meaning, such as `Cold junction` and `Type-K`, or with as much as the channel's own words.
 */
const byNarrowHeading: Fits = (column, { label, description }) => {
  const meaning = meaningOf(column);
  if (meaning?.isBroad !== false) return false;
  return meaning.quantity === label || meaning.quantity === meaningOf({ ...column, title: description })?.quantity;
};

/** By words that include this meaning, such as `Temperature`. */
const byBroadHeading: Fits = (column, { label }) => {
  const meaning = meaningOf(column);
  return meaning !== undefined && canMean(meaning, label);
};

/** By the unit alone, unless the heading contradicts. */
const byUnit: Fits = (column, { label }) => !contradicts(column, label);

const TIERS: readonly Fits[] = [byTitle, byNarrowHeading, byBroadHeading, byUnit];

export interface Match {
  /** The channel of each column; undefined if it is uncertain. */
  channels: (CatalogueChannel | undefined)[];
  /** Columns assigned only by their position, because nothing else distinguishes them. */
  byPlace: LineColumn[];
}

/**
 * The real channel of each column: by its heading, otherwise by its unit. A column gets a channel only if no other
 * column fits it as well, and no other channel fits the column. If no column has a heading, the header never arrived:
 * then columns with the same unit are in the order of the entry's channels.
 * @returns undefined when the numbers of columns and channels differ: the catalog's entry is not this product
 */
export function matchColumns(entry: CatalogueEntry, columns: readonly LineColumn[]): Match | undefined {
  const open = new Set(entry.channels.filter(({ virtual }) => !virtual));
  if (open.size !== columns.length) return undefined;
  const found: (CatalogueChannel | undefined)[] = columns.map(() => undefined);
  const assign = (index: number, channel: CatalogueChannel | undefined): void => {
    if (!channel) return;
    found[index] = channel;
    open.delete(channel);
  };
  for (const fits of TIERS) {
    for (const [index, channel] of uniquePairs(columns, found, open, fits)) assign(index, channel);
  }
  if (columns.some(({ title }) => title !== '')) return { channels: found, byPlace: [] };
  const left = [...columns.entries()].filter(([index]) => !found[index]);
  for (const [index, column] of left) {
    const channel = [...open].find((candidate) => hasUnit(column, candidate));
    assign(index, channel);
  }
  return { channels: found, byPlace: left.map(([, column]) => column) };
}

function hasUnit({ unit }: LineColumn, channel: CatalogueChannel): boolean {
  return converter(unit, channel.unit) !== undefined;
}

/** Pairs of column and channel that fit only each other among those left. */
function uniquePairs(
  columns: readonly LineColumn[],
  found: readonly unknown[],
  open: ReadonlySet<CatalogueChannel>,
  fits: Fits,
): [number, CatalogueChannel][] {
  const candidates = columns.map((column, index) =>
    found[index] ? [] : [...open].filter((channel) => hasUnit(column, channel) && fits(column, channel)),
  );
  return candidates.flatMap((channels, index) => {
    const [channel] = channels;
    if (!channel || channels.length > 1) return [];
    const isSole = candidates.filter((others) => others.includes(channel)).length === 1;
    return isSole ? [[index, channel] as [number, CatalogueChannel]] : [];
  });
}
