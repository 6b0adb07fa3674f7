import { formatLimit } from '../renderer/data/alarms/labels.ts';
import { type Alarm, type ChannelRef, DisplayUnits, distinctLabel } from '../service/contract/index.ts';
import type { Service } from '../service/service.ts';
import { ALARMS_ROUTE, type AppRoute, deviceRoute } from './routes.ts';

/**
 * `Cold room (E24638): Temperature above 30 °C`, `E24638: Temperature has no data`; of a computed channel
 * `Dew point margin below 2 K`.
 */
export function describeAlarm(alarm: Alarm, names: NameSource): string {
  const { family, serial, kind, limit, unit } = alarm;
  const { channel, device } = describeChannel(alarm, names);
  const what =
    kind === 'no-data' || limit === null
      ? 'has no data'
      : `${kind} ${formatLimit(limit, new DisplayUnits(names.settings.get().display_units).of(unit))}`;
  if (family === 'computed') return `${channel} ${what}`;
  return `${device ? `${device} (${serial})` : serial}: ${channel} ${what}`;
}

/** The page for alarms: the device for one, if connected; the alarms page for several. */
export function alarmsPath(
  alarms: readonly Pick<Alarm, 'id' | 'family' | 'serial'>[],
  { registry }: Pick<NameSource, 'registry'>,
): AppRoute {
  const [first] = alarms;
  if (!first || alarms.length > 1) return ALARMS_ROUTE;
  return registry.get(first) ? deviceRoute(first) : `${ALARMS_ROUTE}/${encodeURIComponent(first.id)}`;
}

export interface NameSource {
  registry: Pick<Service['registry'], 'get'>;
  names: Service['names'];
  settings: Pick<Service['settings'], 'get'>;
}

/** The user's names: `channel` is `Temperature`, `device` is `Cold room`, or empty if only the serial number is known. */
export function describeChannel(
  { family, serial, channel }: ChannelRef,
  { registry, names }: Pick<NameSource, 'registry' | 'names'>,
): { channel: string; device: string } {
  const key = { family, serial };
  const description = registry.get(key)?.description;
  const { alias, channelNames } = names.get(key);
  const own = Object.hasOwn(channelNames, channel) ? channelNames[channel]?.alias : undefined;
  const { product, labels = {} } = description ?? {};
  const label = product && distinctLabel(product.channels, labels, channel);
  return {
    channel: own || label || description?.product.channels[channel]?.description || channel,
    device: alias || description?.productName || '',
  };
}
