import { deviceKey, isRuleOfChannel } from '../../../service/contract/index.ts';
import { channelLabel, formatChannelLabel } from '../../data/alarms/channel-label.ts';
import { sharedLabel } from '../../data/alarms/rule-channels.ts';
import type { Live } from '../../data/live.ts';
import { ruleRoute } from '../../features/alarms/routes.ts';
import { openSnooze, stopSnooze } from '../../features/alarms/snooze/snooze-actions.ts';
import type { Navigate, PaletteCommand } from './rank.ts';

/** Each alarm rule, and its snooze. */
export function ruleCommands({ rules, devices }: Live, navigate: Navigate): PaletteCommand[] {
  return rules.list.get().flatMap((view): PaletteCommand[] => {
    const { id, rule, snoozed } = view;
    const place = isRuleOfChannel(rule)
      ? channelLabel(rule, devices.get(deviceKey(rule)))
      : sharedLabel(rule, devices.known.get());
    const detail = [place.device, place.serial].filter(Boolean).join(' · ');
    const ofRule = {
      id: `rule ${id}`,
      kind: 'Alarm rule',
      title: place.channel,
      detail,
      run: () => navigate(ruleRoute(id)),
    } as const;
    if (!rule.enabled) return [ofRule];
    const command = { kind: 'Command', detail, keywords: 'alarm rule pause mute silence shelve' } as const;
    return [
      ofRule,
      snoozed
        ? {
            ...command,
            id: `end-snooze ${id}`,
            title: `End snooze of ${place.channel}`,
            run: () => void stopSnooze(view, formatChannelLabel(place)),
          }
        : {
            ...command,
            id: `snooze ${id}`,
            title: `Snooze alarm rule for ${place.channel}…`,
            run: () => openSnooze(view),
          },
    ];
  });
}
