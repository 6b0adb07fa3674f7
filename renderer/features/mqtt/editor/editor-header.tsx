import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { MqttClientView } from '../../../../service/contract/index.ts';
import {
  EntryControls,
  type EntryControlsProps,
  EntryHeader,
  TestButton,
  type TestButtonProps,
} from '../../../components/config-editor/entry-header.tsx';
import { formatMinute } from '../../../data/format/numbers.ts';
import { copyRoute, MQTT_ROUTE } from '../routes.ts';

interface HeaderProps {
  title: string;
  facts: ReactNode;
  children: ReactNode;
}

function Header(props: HeaderProps) {
  return (
    <EntryHeader {...props} back={{ route: MQTT_ROUTE, word: 'MQTT clients' }} detailsTitle="Topics and statistics" />
  );
}

export interface ClientHeaderProps extends Omit<EntryControlsProps, 'enabled' | 'children'>, TestButtonProps {
  client: MqttClientView;
  /** Deleted elsewhere. */
  gone: boolean;
}

export function ClientHeader({ client, gone, isTesting, onTest, ...controls }: ClientHeaderProps) {
  const { identifier, name, advanced } = client;
  const state = gone ? ', deleted' : stateWords(client);
  const facts = (
    <>
      Identifier <span className="mono">{identifier}</span>
      {state}
    </>
  );
  return (
    <Header title={name} facts={facts}>
      {!gone && (
        <EntryControls {...controls} enabled={advanced.enabled}>
          <TestButton isTesting={isTesting} onTest={onTest} />
          <Link href={copyRoute(identifier)} className="button">
            Duplicate
          </Link>
        </EntryControls>
      )}
    </Header>
  );
}

function stateWords({ advanced, status }: MqttClientView): string {
  const since = formatMinute(Date.parse(status.since));
  if (!advanced.enabled) return `, disabled since ${since}`;
  if (status.state === 'online') return `, connected since ${since}`;
  return status.state === 'connecting' ? ', connecting' : `, disconnected since ${since}`;
}

export function NewHeader(props: TestButtonProps) {
  return (
    <Header title="New client" facts="Not saved until added">
      <TestButton {...props} />
    </Header>
  );
}
