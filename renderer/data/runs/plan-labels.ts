import {
  type AlarmRuleInput,
  type ChannelRef,
  type DisplayUnit,
  formatLimit,
  formatRunName,
  type RuleTarget,
  type RunPlanInput,
} from '../../../service/contract/index.ts';
import { type ChannelLabel, formatChannelLabel } from '../alarms/channel-label.ts';
import { formatRule } from '../alarms/labels.ts';
import { COMPUTED_FAMILY } from '../devices/labels.ts';
import { formatDays } from '../format/weekdays.ts';

/** The names in the description of a start. */
export interface StartNames {
  placeOf: (of: ChannelRef | RuleTarget) => ChannelLabel;
  unitOf: (of: ChannelRef | RuleTarget) => DisplayUnit;
  /** Undefined for an unknown alarm rule. */
  ruleOf: (id: string) => AlarmRuleInput | undefined;
}

/** Our own words, or a name or unit that others gave: shown apart, since it may turn around what follows it. */
export type StartPart = string | { readonly name: string };

/** What starts a run: `Mondays and Fridays at 06:00`, `Temperature of Oven (E24638) above 60 °C`. */
export function describePlanStart(start: RunPlanInput['start'], names: StartNames): readonly StartPart[] {
  const { placeOf, unitOf, ruleOf } = names;
  if (start.kind === 'schedule') {
    const days = formatDays(start.weekdays);
    return [`${days.charAt(0).toUpperCase()}${days.slice(1)} at ${start.time}`];
  }
  if (start.kind === 'limit') {
    const { channel, above, below } = start;
    const side = above === null ? ' below ' : ' above ';
    const limit = formatLimit(above ?? below ?? Number.NaN, unitOf(channel));
    return [...placeParts(placeOf(channel)), side, { name: limit }];
  }
  if (start.kind === 'request') return ['On request'];
  const rule = ruleOf(start.rule);
  if (!rule) return ['Alarm of an unknown rule'];
  const nameOf = (channel: ChannelRef): string => formatChannelLabel(placeOf(channel));
  const conditions = formatRule(rule, unitOf(rule), nameOf);
  return [
    'Alarm: ',
    ...placeParts(placeOf(rule)),
    ...conditions.flatMap((name, index) => [index > 0 ? ', ' : ' ', { name }]),
  ];
}

function placeParts({ channel, device, serial }: ChannelLabel): readonly StartPart[] {
  if (serial === '' && device === COMPUTED_FAMILY) return [{ name: channel }];
  if (serial === '') return [{ name: channel }, ' (', { name: device }, ')'];
  const place: readonly StartPart[] = device ? [{ name: device }, ' (', { name: serial }, ')'] : [{ name: serial }];
  return [{ name: channel }, ' of ', ...place];
}

/** The name of the first run, if it started at a time. @param at milliseconds since 1970, shown in the local zone */
export function exampleRunName(template: string, at: number): string {
  const time = new Date(at);
  const pad = (value: number): string => String(value).padStart(2, '0');
  return formatRunName(template.trim(), {
    date: `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`,
    time: `${pad(time.getHours())}:${pad(time.getMinutes())}`,
    n: 1,
  });
}
