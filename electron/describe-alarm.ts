import type { Alarm } from '../service/contract/index.ts';
import { type ConditionSource, describeCondition } from '../service/devices/describe-condition.ts';
import type { Service } from '../service/service.ts';
import { ALARMS_ROUTE, type AppRoute, deviceRoute } from './routes.ts';

/**
 * `Cold room (E24638): Temperature above 30 °C`, `E24638: Temperature has no data`; of a computed channel
 * `Dew point margin below 2 K`.
 */
export function describeAlarm(alarm: Alarm, names: ConditionSource): string {
  const { device, condition } = describeCondition(alarm, names);
  return device ? `${device}: ${condition}` : condition;
}

/** The page for alarms: the device for one, if connected; the alarms page for several. */
export function alarmsPath(
  alarms: readonly Pick<Alarm, 'id' | 'family' | 'serial'>[],
  { registry }: { registry: Pick<Service['registry'], 'get'> },
): AppRoute {
  const [first] = alarms;
  if (!first || alarms.length > 1) return ALARMS_ROUTE;
  return registry.get(first) ? deviceRoute(first) : `${ALARMS_ROUTE}/${encodeURIComponent(first.id)}`;
}
