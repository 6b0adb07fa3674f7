/** Headings of columns: the channel and the unit that they name. */
import { type ChannelRef, DISPLAY_UNITS, INTERVAL_VALUES } from '../../contract/index.ts';
import { QUANTITIES } from '../../devices/quantities.ts';

export interface ColumnHeading {
  readonly heading: string;
  /** Left out, or empty, where the heading does not say it. */
  readonly channel: Partial<ChannelRef>;
  /** Of the API or a display unit; empty without one. */
  readonly unit: string;
  /** Why the column is not imported unless a channel is assigned to it. */
  readonly problem?: string;
}

const UNITS: ReadonlySet<string> = new Set([
  ...Object.values(QUANTITIES).map(({ unit }) => unit),
  ...Object.keys(DISPLAY_UNITS),
  ...Object.values(DISPLAY_UNITS).flatMap((shown) => shown.map(({ unit }) => unit)),
]);

/** Other spellings of units, in lower case and without spaces. */
const SPELLINGS: Readonly<Record<string, string>> = {
  c: '°C',
  degc: '°C',
  celsius: '°C',
  '℃': '°C',
  f: '°F',
  degf: '°F',
  fahrenheit: '°F',
  '℉': '°F',
  kelvin: 'K',
  '%rh': '%rh',
  rh: '%rh',
  'ug/m3': 'µg/m³',
  'µg/m3': 'µg/m³',
  'mg/m3': 'mg/m³',
  lux: 'lx',
  um: 'µm',
  'uw/cm2': 'µW/cm²',
  'mw/cm2': 'mW/cm²',
  'w/m2': 'W/m²',
  kmh: 'km/h',
  knots: 'kn',
};

/** A unit in the spelling of the API; another text as it is. */
export function normalUnit(text: string): string {
  // The Greek letter and the sign look the same.
  const unit = text.trim().replaceAll('\u03BC', '\u00B5');
  if (UNITS.has(unit)) return unit;
  const plain = unit.toLowerCase().replaceAll(/\s+/g, '');
  const known = [...UNITS].filter((one) => one.toLowerCase() === plain);
  return SPELLINGS[plain] ?? (known.length === 1 ? (known[0] ?? unit) : unit);
}

/** `E24638 temperature_2 [Tank B] (°C)`, with the family in front or without, as exports have it. */
const EXPORTED = /^(?:(usb|gateway|computed) )?(\S.*?) ([a-z][a-z0-9_]*)(?: \[.*\])?(?: \(([^()]*)\))?$/s;

/** `temperature (°C)`, as daily CSV files have it. */
const DAILY = /^([a-z][a-z0-9_]*)(?: \[.*\])?(?: \(([^()]*)\))?$/s;

/** `E24638 temperature mean (°C)`, `temperature count`: files by interval have it. */
const INTERVAL = new RegExp(String.raw`(?:^| )(${INTERVAL_VALUES.join('|')})(?: \(([^()]*)\))?$`);

/** `Temperature (°C)`, `Temperature [°C]`, `Temperature - C`. */
const GENERAL = [/\(([^()]*)\)$/, /\[([^[\]]*)\]$/, /\s-\s+(\S+)$/];

/** Longest heading in which a channel or unit is looked for, in characters: patterns are slow on longer ones. */
const MAX_HEADING = 300;

/** What spreadsheets need before a text that could be a formula. */
const APOSTROPHE = /^'(?=[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u;

/** A text as it was before it was made safe for spreadsheets. */
export function withoutApostrophe(text: string): string {
  return text.replace(APOSTROPHE, '');
}

/** The heading of a file of Mensura. */
export function ownHeading(cell: string): ColumnHeading {
  const heading = withoutApostrophe(cell);
  if (heading.length > MAX_HEADING) return generalHeading(heading);
  const [, value, unitOfValue = ''] = INTERVAL.exec(heading) ?? [];
  if (value !== undefined) {
    const problem = `"${value}" is a value of intervals, not a reading; to import it as readings, assign a channel`;
    return { heading, channel: {}, unit: unitOfValue, problem };
  }
  const daily = DAILY.exec(heading);
  if (daily) return { heading, channel: { channel: daily[1] ?? '' }, unit: daily[2] ?? '' };
  const [, family, serial = '', channel = '', unit = ''] = EXPORTED.exec(heading) ?? [];
  if (channel === '') return generalHeading(cell);
  return {
    heading,
    channel: { ...(family !== undefined && { family: family as ChannelRef['family'] }), serial, channel },
    unit,
  };
}

/** The heading of any other file: at most with a unit. */
export function generalHeading(heading: string): ColumnHeading {
  if (heading.length > MAX_HEADING) return { heading, channel: {}, unit: '' };
  for (const form of GENERAL) {
    const unit = normalUnit(form.exec(heading)?.[1] ?? '');
    if (UNITS.has(unit)) return { heading, channel: {}, unit };
  }
  const unit = normalUnit(GENERAL.map((form) => form.exec(heading)?.[1] ?? '').find((text) => text !== '') ?? '');
  return { heading, channel: {}, unit };
}

/** The device in the name of a daily CSV file; undefined if its serial number is shortened, or for another name. */
export function deviceInName(file: string): Pick<ChannelRef, 'family' | 'serial'> | undefined {
  const [, gateway, serial] = /^(gateway_)?([A-Z0-9][A-Z0-9-]{0,63})_\d{4}-\d\d-\d\d(?:_\d+)?\.csv$/.exec(file) ?? [];
  return serial === undefined ? undefined : { family: gateway ? 'gateway' : 'usb', serial };
}
