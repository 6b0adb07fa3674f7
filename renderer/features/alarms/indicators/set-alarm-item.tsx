import { Menu } from '@base-ui/react/menu';
import { Bell, BellPlus } from 'lucide-react';
import { Link } from 'wouter';
import type { AlarmRule, ChannelRef } from '../../../../service/contract/index.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { ruleRoute, watchRoute } from '../routes.ts';
import '../indicators.css';

function useRuleOf({ family, serial, channel }: ChannelRef): AlarmRule | undefined {
  return useReadable(useLive().rules.list).find(
    ({ rule }) => rule.channel === channel && rule.serial === serial && rule.family === family,
  );
}

export function SetAlarmItem({ of }: { of: ChannelRef }) {
  const known = useRuleOf(of);
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
    useRuleOf(of) && (
      <span className="watched-mark" title="Has an alarm rule">
        <Bell aria-hidden size={12} />
        <span className="visually-hidden">has an alarm rule</span>
      </span>
    )
  );
}
