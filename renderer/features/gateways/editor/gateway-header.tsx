import type { ReactNode } from 'react';
import type { GatewayView } from '../../../../service/contract/index.ts';
import {
  EntryControls,
  type EntryControlsProps,
  EntryHeader,
  TestButton,
  type TestButtonProps,
} from '../../../components/config-editor/entry-header.tsx';
import { formatMinute } from '../../../data/format/numbers.ts';
import { KIND_WORDS, placeWords } from '../../../data/gateways/labels.ts';
import { GATEWAYS_ROUTE } from '../routes.ts';

interface HeaderProps {
  title: string;
  facts: ReactNode;
  children: ReactNode;
}

function Header(props: HeaderProps) {
  return (
    <EntryHeader {...props} back={{ route: GATEWAYS_ROUTE, word: 'Gateways' }} detailsTitle="Status and devices" />
  );
}

export interface GatewayHeaderProps extends Omit<EntryControlsProps, 'enabled' | 'children'>, TestButtonProps {
  gateway: GatewayView;
  /** Deleted elsewhere. */
  gone: boolean;
}

export function GatewayHeader({ gateway, gone, isTesting, onTest, ...controls }: GatewayHeaderProps) {
  const { config } = gateway;
  const state = gone ? ', deleted' : stateWords(gateway);
  const facts = (
    <>
      {KIND_WORDS[config.kind]} <span className="mono">{placeWords(config)}</span>
      {state}
    </>
  );
  return (
    <Header title={config.name} facts={facts}>
      {!gone && (
        <EntryControls {...controls} enabled={config.enabled}>
          <TestButton isTesting={isTesting} onTest={onTest} />
        </EntryControls>
      )}
    </Header>
  );
}

function stateWords({ config, status }: GatewayView): string {
  const since = formatMinute(Date.parse(status.since));
  if (!config.enabled) return `, disabled since ${since}`;
  if (status.state === 'online') return `, connected since ${since}`;
  return status.state === 'connecting' ? ', connecting' : `, disconnected since ${since}`;
}

export function NewHeader(props: TestButtonProps) {
  return (
    <Header title="New gateway" facts="Not saved until added">
      <TestButton {...props} />
    </Header>
  );
}
