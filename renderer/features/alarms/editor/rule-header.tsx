import type { ReactNode } from 'react';
import type { AlarmRule } from '../../../../service/contract/index.ts';
import {
  EntryControls,
  type EntryControlsProps,
  EntryHeader,
} from '../../../components/config-editor/entry-header.tsx';
import type { ChannelLabel } from '../../../data/alarms/channel-label.ts';
import { ChannelLink } from '../channel-link.tsx';
import { RULES_ROUTE } from '../routes.ts';

interface HeaderProps {
  title: string;
  facts: ReactNode;
  children: ReactNode;
}

function Header(props: HeaderProps) {
  return (
    <EntryHeader {...props} back={{ route: RULES_ROUTE, word: 'Alarm rules' }} detailsTitle="Alarms from this rule" />
  );
}

export interface RuleHeaderProps extends Omit<EntryControlsProps, 'enabled' | 'children'> {
  rule: AlarmRule;
  place: ChannelLabel;
  /** It was deleted elsewhere. */
  gone: boolean;
}

export function RuleHeader({ rule: { rule }, place, gone, ...controls }: RuleHeaderProps) {
  const facts = (
    <>
      <ChannelLink of={rule} place={place} />
      {gone && ' · Deleted'}
    </>
  );
  return (
    <Header title={place.channel} facts={facts}>
      {!gone && <EntryControls {...controls} enabled={rule.enabled} />}
    </Header>
  );
}

export function NewHeader() {
  return (
    <Header title="New alarm rule" facts="Not saved until added">
      {null}
    </Header>
  );
}
