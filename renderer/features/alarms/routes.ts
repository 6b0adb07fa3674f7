/** The hash routes of the Alarms page. */
import { type ChannelRef, channelPath, parseChannelPath } from '../../../service/contract/index.ts';
import { routeText } from '../../data/format/route-text.ts';

export const ALARMS_ROUTE = '/alarms';

/** A plus sign stands for itself here alone: an id's own is always encoded, so none can be taken for these. */
export const RULES_ROUTE = `${ALARMS_ROUTE}/+rules`;
export const NEW_RULE_ROUTE = `${ALARMS_ROUTE}/+new`;

export type AlarmTarget =
  /** All alarms; `alarm` is the one that is looked for, empty for none. */
  | { kind: 'alarms'; alarm: string }
  | { kind: 'rules' }
  /** A new one, for this channel where it is known already. */
  | { kind: 'new'; channel: ChannelRef | null }
  | { kind: 'rule'; id: string };

/** The route of an alarm. */
export function alarmRoute(id: string): string {
  return `${ALARMS_ROUTE}/${encodeURIComponent(id)}`;
}

export function ruleRoute(id: string): string {
  return `${RULES_ROUTE}/${encodeURIComponent(id)}`;
}

/** Where a rule for a channel is made. */
export function watchRoute(channel: ChannelRef): string {
  return `${NEW_RULE_ROUTE}/${channelPath(channel)}`;
}

/** @param route as the address has it, not decoded */
export function alarmTarget(route: string): AlarmTarget {
  if (route === RULES_ROUTE) return { kind: 'rules' };
  if (route === NEW_RULE_ROUTE) return { kind: 'new', channel: null };
  const watched = after(route, NEW_RULE_ROUTE);
  if (watched) return { kind: 'new', channel: parseChannelPath(watched) ?? null };
  const rule = after(route, RULES_ROUTE);
  if (rule) return { kind: 'rule', id: routeText(rule) };
  return { kind: 'alarms', alarm: routeText(after(route, ALARMS_ROUTE)) };
}

/** What follows a route below it; empty for nothing. */
function after(route: string, base: string): string {
  return route.startsWith(`${base}/`) ? route.slice(base.length + 1) : '';
}
