/** Whose form this is, how the client fares, and what can be done with it as a whole. */
import { ArrowLeft, PanelRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { MqttClientView } from '../../../../service/contract/index.ts';
import { useOpenDetails } from '../../../app/panes.tsx';
import { NARROW, useMedia } from '../../../app/use-media.ts';
import { Switch } from '../../../components/form/switch.tsx';
import { formatMinute } from '../../../data/format/numbers.ts';
import { copyRoute, MQTT_ROUTE } from '../routes.ts';

interface HeaderProps {
  title: string;
  facts: ReactNode;
  children: ReactNode;
}

function Header({ title, facts, children }: HeaderProps) {
  const narrow = useMedia(NARROW);
  const openDetails = useOpenDetails();
  return (
    <header className="client-header">
      <div className="client-identity">
        {narrow && (
          <Link href={MQTT_ROUTE} className="client-back">
            <ArrowLeft aria-hidden size={14} /> All clients
          </Link>
        )}
        <h2 className="ellipsis" title={title}>
          {title}
        </h2>
        <p className="client-facts dim">{facts}</p>
      </div>
      <div className="client-controls">
        {children}
        {openDetails && (
          <button
            type="button"
            className="button client-details-button"
            aria-label="Details"
            title="Topics and figures"
            onClick={openDetails}
          >
            <PanelRight aria-hidden size={15} />
          </button>
        )}
      </div>
    </header>
  );
}

interface TestButtonProps {
  isTesting: boolean;
  onTest: () => void;
}

function TestButton({ isTesting, onTest }: TestButtonProps) {
  return (
    <button type="button" className="button" disabled={isTesting} onClick={onTest}>
      Test connection
    </button>
  );
}

export interface ClientHeaderProps extends TestButtonProps {
  client: MqttClientView;
  /** It was removed: nothing can be done with it. */
  gone: boolean;
  busy: boolean;
  canRemove: boolean;
  onEnabledChange: (enabled: boolean) => void;
  onRemove: () => void;
}

export function ClientHeader(props: ClientHeaderProps) {
  const { client, gone, busy, canRemove, isTesting, onEnabledChange, onTest, onRemove } = props;
  const { identifier, name, advanced } = client;
  const state = gone ? ', removed' : stateWords(client);
  const facts = (
    <>
      Identifier <span className="mono">{identifier}</span>
      {state}
    </>
  );
  return (
    <Header title={name} facts={facts}>
      {!gone && (
        <>
          <Switch
            label="Enabled"
            checked={advanced.enabled}
            disabled={busy}
            onChange={({ target }) => onEnabledChange(target.checked)}
          />
          <TestButton isTesting={isTesting} onTest={onTest} />
          <Link href={copyRoute(identifier)} className="button">
            Duplicate
          </Link>
          <button type="button" className="button danger" disabled={busy || !canRemove} onClick={onRemove}>
            Remove
          </button>
        </>
      )}
    </Header>
  );
}

function stateWords({ advanced, status }: MqttClientView): string {
  const since = formatMinute(Date.parse(status.since));
  if (!advanced.enabled) return `, off since ${since}`;
  if (status.state === 'online') return `, publishing since ${since}`;
  return status.state === 'connecting' ? ', connecting' : `, not connected since ${since}`;
}

export function NewHeader({ isTesting, onTest }: TestButtonProps) {
  return (
    <Header title="New client" facts="Nothing is stored before you add it.">
      <TestButton isTesting={isTesting} onTest={onTest} />
    </Header>
  );
}
