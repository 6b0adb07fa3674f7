import type { ReactNode } from 'react';
import type { MqttClientView } from '../../../../service/contract/index.ts';
import { ConnectionNotices, RetryButton } from '../../../components/config-editor/connection-notices.tsx';
import { Notice, type NoticeProps } from '../../../components/notice.tsx';
import { formatNextRetry } from '../../../data/config-items/labels.ts';
import { plural } from '../../../data/format/numbers.ts';
import { stateWord } from '../../../data/mqtt/labels.ts';
import { useServiceNow } from '../../../data/react.ts';

export interface ClientNoticesProps {
  client: MqttClientView;
  onConnect: () => void;
  onEnterPassword: () => void;
}

export function ClientNotices(props: ClientNoticesProps) {
  const { client } = props;
  return (
    <ConnectionNotices name={client.name} label={stateWord(client)}>
      <StateNotice {...props} />
    </ConnectionNotices>
  );
}

function StateNotice({ client, onConnect, onEnterPassword }: ClientNoticesProps) {
  const { advanced, status } = client;
  const { error, state } = status;
  if (!advanced.enabled) {
    return (
      <Notice tone="info" title="This client is disabled">
        <p>Its settings are stored, but it does not connect or publish.</p>
      </Notice>
    );
  }
  if (error?.code === 'password-needed') {
    const action = (
      <button type="button" className="button" onClick={onEnterPassword}>
        Enter password
      </button>
    );
    return <Problem client={client} tone="bad" title="Password required" actions={action} />;
  }
  const retry = <RetryButton onClick={onConnect} />;
  if (state === 'failed')
    return <Problem client={client} tone="bad" title="Cannot connect to the broker" actions={retry} />;
  // Also while retrying, so that the button keeps the focus.
  const isTrying = state === 'connecting' && error !== null;
  if (state === 'waiting' || state === 'idle' || isTrying) {
    return <Problem client={client} tone="warning" title="Disconnected from the broker" actions={retry} />;
  }
  return null;
}

interface ProblemProps {
  client: MqttClientView;
  tone: NoticeProps['tone'];
  title: string;
  actions: ReactNode;
}

function Problem({ client, tone, title, actions }: ProblemProps) {
  const { error, queued } = client.status;
  return (
    <Notice tone={tone} title={title} actions={actions}>
      {error && <p>{error.text}</p>}
      {error?.remedy && <p>{error.remedy}</p>}
      <p className="dim">
        <Next client={client} />
        {queued > 0 && ` ${outboxWords(client)}`}
      </p>
    </Notice>
  );
}

function Next({ client: { reconnect, status } }: { client: MqttClientView }) {
  const now = useServiceNow();
  if (status.state === 'connecting') return 'Retrying now…';
  const otherwise = reconnect.enable ? null : '“Reconnect automatically” is off.';
  return formatNextRetry(status.next_retry, now) ?? otherwise;
}

function outboxWords({ advanced, status: { queued } }: MqttClientView): string {
  const messages = plural(queued, 'message');
  return `${messages} in the outbox (${advanced.store_and_forward ? 'on disk' : 'in memory'}).`;
}
