import { Bell, BellPlus, BellRing } from 'lucide-react';
import { Link } from 'wouter';
import { type AlarmRule, type ChannelRef, deviceKey } from '../../../../service/contract/index.ts';
import { useDeviceAlarms, useLive, useReadable } from '../../../data/react.ts';
import { alarmRoute, ruleRoute, watchRoute } from '../routes.ts';
import { useAlarmKind } from '../use-alarm-kind.ts';
import '../indicators.css';
import { Menu } from '@base-ui/react/menu';

/** The active alarms of a channel. */
export function ChannelAlarms({ of }: { of: ChannelRef }) {
  const kindOf = useAlarmKind();
  const alarms = useDeviceAlarms(deviceKey(of)).filter(({ channel }) => channel === of.channel);
  return alarms.map((alarm) => (
    <p key={alarm.id} className="channel-alarm">
      <Link href={alarmRoute(alarm.id)}>
        <BellRing aria-hidden size={12} /> Alarm: {kindOf(alarm)}
      </Link>
    </p>
  ));
}

function ruleOf(rules: readonly AlarmRule[], { family, serial, channel }: ChannelRef): AlarmRule | undefined {
  return rules.find(({ rule }) => rule.channel === channel && rule.serial === serial && rule.family === family);
}

export function SetAlarmItem({ of }: { of: ChannelRef }) {
  // A rule of several devices does not keep a channel from a rule of its own.
  const known = ruleOf(useReadable(useLive().rules.list), of);
  const [route, word, Icon] = known
    ? ([ruleRoute(known.id), 'Edit alarm rule', Bell] as const)
    : ([watchRoute(of), 'Add alarm rule', BellPlus] as const);
  return (
    <Menu.LinkItem className="menu-item" closeOnClick render={<Link href={route} />}>
      <Icon aria-hidden size={14} /> {word}
    </Menu.LinkItem>
  );
}

/** Marks the name of a channel that has an alarm rule. */
export function AlarmRuleBadge({ of }: { of: ChannelRef }) {
  return (
    ruleOf(useReadable(useLive().channelRules), of) && (
      <span className="watched-mark" title="Has an alarm rule">
        <Bell aria-hidden size={12} />
        <span className="visually-hidden">has an alarm rule</span>
      </span>
    )
  );
}
