/** Whose form this is, and what can be done with the rule as a whole. */
import type { ReactNode } from 'react';
import { EntryControls, type EntryControlsProps, EntryHeader } from '../../../components/entries/entry-header.tsx';
import type { Place } from '../../../data/alarms/places.ts';
import type { RuleView } from '../../../data/alarms/rule-store.ts';
import { PlaceLink } from '../place-link.tsx';
import { RULES_ROUTE } from '../routes.ts';

interface HeaderProps {
  title: string;
  facts: ReactNode;
  children: ReactNode;
}

function Header(props: HeaderProps) {
  return <EntryHeader {...props} back={{ route: RULES_ROUTE, word: 'All rules' }} detailsTitle="Alarms of this rule" />;
}

export interface RuleHeaderProps extends Omit<EntryControlsProps, 'enabled' | 'children'> {
  rule: RuleView;
  place: Place;
  /** It was removed: nothing can be done with it. */
  gone: boolean;
}

export function RuleHeader({ rule: { rule }, place, gone, ...controls }: RuleHeaderProps) {
  const facts = (
    <>
      <PlaceLink of={rule} place={place} />
      {gone && ', removed'}
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
    <Header title="New rule" facts="Nothing is watched before you add it.">
      {null}
    </Header>
  );
}
