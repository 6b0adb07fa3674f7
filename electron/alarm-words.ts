/** How the shell tells of an alarm: in the user's own names and units, as the window does. */
import { type Alarm, conversionsOf } from '../service/contract/index.ts';
import type { Service } from '../service/service.ts';
import type { AppRoute } from './main-window.ts';

/** What knows the names and units. */
export interface AlarmNames {
  registry: Pick<Service['registry'], 'get'>;
  names: Service['names'];
  settings: Pick<Service['settings'], 'get'>;
}

/** A limit is said with the digits it has. */
const NUMBER = new Intl.NumberFormat(undefined, {
  maximumFractionDigits: 6,
  maximumSignificantDigits: 6,
  roundingPriority: 'morePrecision',
});

/** `Temperature of Cold room (E24638) above 30 °C`, `Temperature of E24638 without data`. */
export function alarmWords(alarm: Alarm, { registry, names, settings }: AlarmNames): string {
  const { serial, channel, kind, limit, unit } = alarm;
  const description = registry.get(alarm)?.description;
  const { alias, channelNames } = names.get(alarm);
  const device = alias || description?.productName;
  const own = Object.hasOwn(channelNames, channel) ? channelNames[channel]?.alias : undefined;
  const name = own || description?.product.channels[channel]?.description || channel;
  const what =
    kind === 'no-data' || limit === null
      ? 'without data'
      : `${kind} ${valueWords(limit, unit, settings.get().display_units)}`;
  return `${name} of ${device ? `${device} (${serial})` : serial} ${what}`;
}

function valueWords(value: number, unit: string, choices: Readonly<Record<string, string>>): string {
  const shown = Object.hasOwn(choices, unit) ? choices[unit] : undefined;
  const conversion = conversionsOf(unit).find((one) => one.unit === shown);
  if (!conversion) return `${NUMBER.format(value)} ${unit}`;
  const { times = 1, per = 1, plus = 0 } = conversion;
  return `${NUMBER.format((value * times) / per + plus)} ${conversion.unit}`;
}

/** Where the GUI shows them: one at its own place. */
export function alarmsRoute(alarms: readonly Pick<Alarm, 'id'>[]): AppRoute {
  const [first] = alarms;
  return first && alarms.length === 1 ? `/alarms/${encodeURIComponent(first.id)}` : '/alarms';
}
