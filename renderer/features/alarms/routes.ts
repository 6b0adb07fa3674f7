/** The hash routes of the Alarms page. */
import { type ChannelRef, channelPath, parseChannelPath } from '../../../service/contract/index.ts';
import { routeBelow, routeText } from '../../data/format/route-text.ts';

export const ALARMS_ROUTE = '/alarms';

/** No id collides with these: its plus signs are encoded. */
export const RULES_ROUTE = `${ALARMS_ROUTE}/+rules`;
export const NEW_RULE_ROUTE = `${ALARMS_ROUTE}/+new`;

export type AlarmTarget =
  /** All alarms; `alarm` is the id to highlight, empty for none. */
  | { kind: 'alarms'; alarm: string }
  | { kind: 'rules' }
  /** A new rule; `channel` is null until one is selected. */
  | { kind: 'new'; channel: ChannelRef | null }
  | { kind: 'rule'; id: string };

export function alarmRoute(id: string): string {
  return `${ALARMS_ROUTE}/${encodeURIComponent(id)}`;
}

export function ruleRoute(id: string): string {
  return `${RULES_ROUTE}/${encodeURIComponent(id)}`;
}

/** The form of a new rule for a channel. */
export function watchRoute(channel: ChannelRef): string {
  return `${NEW_RULE_ROUTE}/${channelPath(channel)}`;
}

/** @param route as in the address, not decoded */
export function alarmTarget(route: string): AlarmTarget {
  if (route === RULES_ROUTE) return { kind: 'rules' };
  if (route === NEW_RULE_ROUTE) return { kind: 'new', channel: null };
  const watched = routeBelow(route, NEW_RULE_ROUTE);
  if (watched) return { kind: 'new', channel: parseChannelPath(watched) ?? null };
  const rule = routeBelow(route, RULES_ROUTE);
  if (rule) return { kind: 'rule', id: routeText(rule) };
  return { kind: 'alarms', alarm: routeText(routeBelow(route, ALARMS_ROUTE)) };
}
