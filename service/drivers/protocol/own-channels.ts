/** Channels of columns with an unknown meaning: each has its own heading and unit. */
import type { ChannelDefinition } from '../../contract/index.ts';
import { identifierError } from '../../contract/index.ts';
import { labelText } from '../../devices/labels.ts';
import { channelOf, QUANTITIES } from '../../devices/quantities.ts';
import { plainHeading, quantityOfUnit } from './headings.ts';
import type { LineColumn } from './line.ts';
import { contractUnit } from './units.ts';

/** Longest name from a heading, in characters. */
const MAX_NAME = 40;

/**
 * The channel of a column with an unknown meaning. Its name is the heading in snake_case; without a heading, or with
 * one that is the name of a known quantity, the column's number. With an unknown unit it is a raw channel.
 * @param place of the column, from 0
 * @param taken the names of the device's other channels; its own is added
 */
export function ownChannel({ title, unit }: LineColumn, place: number, taken: Set<string>): ChannelDefinition {
  const description = labelText(title);
  const definition = definitionOf({ title, unit }, nameOfHeading(title) ?? `column_${place + 1}`, taken);
  taken.add(definition.label);
  return { ...definition, description: description || definition.description };
}

function definitionOf(column: LineColumn, name: string, taken: ReadonlySet<string>): ChannelDefinition {
  const unit = contractUnit(column.unit);
  if (unit === undefined) return channelOf('raw', false, numbered('raw', 1, taken));
  const quantity = quantityOfUnit(column);
  return {
    description: name.replace('column_', 'Column '),
    details: { virtual: false },
    label: taken.has(name) ? numbered(name, 2, taken) : name,
    type: quantity ? QUANTITIES[quantity].type : pascalCase(name),
    unit,
  };
}

function numbered(name: string, first: number, taken: ReadonlySet<string>): string {
  let count = first;
  while (taken.has(`${name}_${count}`)) count += 1;
  return `${name}_${count}`;
}

function nameOfHeading(title: string): string | undefined {
  const name = plainHeading(title.normalize('NFKD'))
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, MAX_NAME)
    .replaceAll(/^_+|_+$/g, '');
  // `temperature_2` belongs to a quantity as `temperature` does, and `column_2` to the second column.
  const base = name.replace(/(_\d+)+$/, '');
  const isTaken = Object.hasOwn(QUANTITIES, base) || base === 'column';
  return /^[a-z]/.test(name) && !isTaken && !identifierError(name) ? name : undefined;
}

function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
