/** Ready formulas that ask for their channels and numbers. */
import { type ComputedInput, computedInputSchema, decimalsOf } from '../../../../service/contract/index.ts';
import type { SelectableChannel } from '../../../data/compare/selectable-channels.ts';

export interface RecipeChannel {
  readonly label: string;
  /** The unit of the channels to choose from; undefined: that of the first channel, which may have any. */
  readonly unit?: string;
}

export interface RecipeNumber {
  readonly label: string;
  readonly unit: string;
  readonly initial: number;
  readonly min: number;
  readonly max: number;
}

export interface Recipe {
  readonly id: string;
  readonly title: string;
  /** A sentence. */
  readonly help: string;
  readonly channels: readonly [RecipeChannel, ...RecipeChannel[]];
  /** Further channels like the last one can be added. */
  readonly isOpen?: boolean;
  readonly numbers: readonly RecipeNumber[];
  /** @param channels as many as declared, or more if it is open */
  readonly create: (channels: readonly SelectableChannel[], numbers: readonly number[]) => RecipeResult;
}

interface RecipeResult {
  readonly name: string;
  readonly unit: string;
  readonly decimals: number;
  readonly formula: string;
}

/** Most channels of an open recipe. */
export const MAX_RECIPE_CHANNELS = 20;

const TEMPERATURE = { label: 'Temperature', unit: '°C' } as const;
const HUMIDITY = { label: 'Relative humidity', unit: '%rh' } as const;

function written(channel: SelectableChannel | undefined): string {
  return `[${channel?.path ?? ''}]`;
}

/** `Temperature Cold room`; the name of a computed channel. */
function titleOf({ ref, name, device }: SelectableChannel): string {
  return ref.family === 'computed' ? name : `${name} ${device}`;
}

/** `Absolute humidity Cold room` */
function named(what: string, channel: SelectableChannel | undefined): string {
  if (!channel) return what;
  return `${what} ${channel.ref.family === 'computed' ? channel.name : channel.device}`;
}

function decimalsFor(channel: SelectableChannel | undefined): number {
  return channel ? decimalsOf(channel.ref.channel, channel.unit) : 2;
}

/** In kelvins, a difference is never converted as a temperature is. */
function differenceUnit(unit: string): string {
  return unit === '°C' ? 'K' : unit;
}

const DIFFERENCE: Recipe = {
  id: 'difference',
  title: 'Difference of two channels',
  help: 'The first channel minus the second.',
  channels: [{ label: 'Channel' }, { label: 'Minus' }],
  numbers: [],
  create: ([first, second]) => ({
    name: first && second ? `${titleOf(first)} − ${titleOf(second)}` : '',
    unit: differenceUnit(first?.unit ?? ''),
    decimals: decimalsFor(first),
    formula: `${written(first)} - ${written(second)}`,
  }),
};

const MEAN: Recipe = {
  id: 'mean',
  title: 'Mean of several channels',
  help: 'The arithmetic mean of the newest readings.',
  channels: [{ label: 'Channel 1' }, { label: 'Channel 2' }],
  isOpen: true,
  numbers: [],
  create: (channels) => ({
    name: `Mean ${channels[0]?.name ?? ''}`.trimEnd(),
    unit: channels[0]?.unit ?? '',
    decimals: decimalsFor(channels[0]),
    formula: `mean(${channels.map(written).join(', ')})`,
  }),
};

const DEGREE_HOURS: Recipe = {
  id: 'degree-hours',
  title: 'Degree-hours above a limit',
  help: 'How long and how far the temperature is above the limit: 2 °C above it for 3 h are 6 °C·h.',
  channels: [TEMPERATURE],
  numbers: [{ label: 'Limit', unit: '°C', initial: 25, min: -273.15, max: 10_000 }],
  create: ([channel], [limit = 0]) => ({
    name: named('Degree-hours', channel),
    unit: '°C·h',
    decimals: 1,
    formula: `degree_hours(${written(channel)}, ${limit})`,
  }),
};

const MEAN_KINETIC: Recipe = {
  id: 'mean-kinetic',
  title: 'Mean kinetic temperature',
  help: 'The constant temperature with the same effect on stored goods (USP <1079>), over the last days.',
  channels: [TEMPERATURE],
  numbers: [{ label: 'Duration', unit: 'days', initial: 30, min: 0.001, max: 400 }],
  create: ([channel], [days = 0]) => ({
    name: named('Mean kinetic temperature', channel),
    unit: '°C',
    decimals: 2,
    formula: `mkt(${written(channel)}, ${days} * day)`,
  }),
};

const ABSOLUTE_HUMIDITY: Recipe = {
  id: 'absolute-humidity',
  title: 'Absolute humidity',
  help: 'Water vapor in a cubic meter of air.',
  channels: [TEMPERATURE, HUMIDITY],
  numbers: [],
  create: ([temperature, humidity]) => ({
    name: named('Absolute humidity', temperature),
    unit: 'g/m³',
    decimals: 2,
    formula: `absolute_humidity(${written(temperature)}, ${written(humidity)})`,
  }),
};

const PRESSURE_DEFICIT: Recipe = {
  id: 'pressure-deficit',
  title: 'Vapor pressure deficit',
  help: 'How much water vapor the air can still take up, as a pressure.',
  channels: [TEMPERATURE, HUMIDITY],
  numbers: [],
  create: ([temperature, humidity]) => ({
    name: named('Vapor pressure deficit', temperature),
    unit: 'kPa',
    decimals: 3,
    formula: `vapour_pressure_deficit(${written(temperature)}, ${written(humidity)})`,
  }),
};

const SEA_LEVEL_PRESSURE: Recipe = {
  id: 'sea-level-pressure',
  title: 'Sea-level pressure',
  help: 'The measured pressure reduced to sea level, as weather reports give it.',
  channels: [{ label: 'Pressure', unit: 'kPa' }, TEMPERATURE],
  numbers: [{ label: 'Altitude of the device', unit: 'm', initial: 0, min: -500, max: 11_000 }],
  create: ([pressure, temperature], [altitude = 0]) => ({
    name: named('Sea-level pressure', pressure),
    unit: 'kPa',
    decimals: 3,
    formula: `sea_level_pressure(${written(pressure)}, ${altitude}, ${written(temperature)})`,
  }),
};

export const RECIPES: readonly Recipe[] = [
  DIFFERENCE,
  MEAN,
  DEGREE_HOURS,
  MEAN_KINETIC,
  ABSOLUTE_HUMIDITY,
  PRESSURE_DEFICIT,
  SEA_LEVEL_PRESSURE,
];

/** The channels to choose from for one position. @param first the channel of the first position */
export function recipeChoices(
  { unit }: RecipeChannel,
  first: SelectableChannel | undefined,
  all: readonly SelectableChannel[],
): readonly SelectableChannel[] {
  const wanted = unit ?? first?.unit;
  return wanted === undefined ? all : all.filter((channel) => channel.unit === wanted);
}

/**
 * The most likely channels: of a position that is not chosen yet, one of the first channel's device that is not used.
 * @param chosen paths by position; empty: not chosen
 * @returns undefined for a position without a channel to choose
 */
export function chosenChannels(
  positions: readonly RecipeChannel[],
  chosen: readonly string[],
  all: readonly SelectableChannel[],
): (SelectableChannel | undefined)[] {
  const used = new Set(chosen);
  const result: (SelectableChannel | undefined)[] = [];
  for (const [index, position] of positions.entries()) {
    const [first] = result;
    const choices = recipeChoices(position, first, all);
    const unused = choices.filter(({ path }) => !used.has(path));
    const near = unused.find(({ ref }) => ref.serial === first?.ref.serial && ref.family === first.ref.family);
    const channel = choices.find(({ path }) => path === chosen[index]) ?? near ?? unused[0] ?? choices[0];
    if (channel) used.add(channel.path);
    result.push(channel);
  }
  return result;
}

/** The fields of the form that a recipe fills. The maximum age stays as it is. */
export function recipeInput(result: RecipeResult): Omit<ComputedInput, 'max_age_ms'> {
  const { maxLength } = computedInputSchema.shape.name;
  return { ...result, decimals: Math.min(6, result.decimals), name: result.name.slice(0, maxLength ?? 100) };
}
