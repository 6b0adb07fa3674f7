/** Which channels an alarm rule watches: one, or those of several devices. */
import { type ChannelRef, channelPath } from './history.ts';

export interface RuleTarget {
  family: ChannelRef['family'];
  /** Null: of every device of the family, or of the group. */
  serial: string | null;
  /** Empty: any, or none. */
  group: string;
  channel: string;
  /** What the rule compares its channels with; null: nothing. */
  reference: ChannelRef | null;
}

/** Whether a rule watches one channel. */
export function isRuleOfChannel<Rule extends Pick<RuleTarget, 'serial'>>(
  rule: Rule,
): rule is Rule & { serial: string } {
  return rule.serial !== null;
}

/**
 * Whether a rule watches a channel. A rule of several devices leaves out the channel that it compares with.
 * @param group of the device; empty: none
 */
export function ruleCovers(rule: RuleTarget, channel: ChannelRef, group: string): boolean {
  if (rule.family !== channel.family || rule.channel !== channel.channel) return false;
  if (rule.serial !== null) return rule.serial === channel.serial;
  const isReference = rule.reference !== null && channelPath(rule.reference) === channelPath(channel);
  return !isReference && (rule.group === '' || rule.group === group);
}

const CONNECTIONS: Readonly<Record<RuleTarget['family'], string>> = {
  usb: 'this computer',
  gateway: 'gateways',
  computed: 'computed',
};

/** The devices of a rule: `E24638`, `All devices (this computer)`, `Group Cold store (gateways)`. */
export function formatRuleDevices({ family, serial, group }: Omit<RuleTarget, 'channel' | 'reference'>): string {
  return serial ?? `${group === '' ? 'All devices' : `Group ${group}`} (${CONNECTIONS[family]})`;
}
