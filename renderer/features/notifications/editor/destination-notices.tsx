import type { ReactNode } from 'react';
import type { DestinationView } from '../../../../service/contract/index.ts';
import { ConnectionNotices, RetryButton } from '../../../components/config-editor/connection-notices.tsx';
import { Notice, type NoticeProps } from '../../../components/notice.tsx';
import { formatNextRetry } from '../../../data/config-items/labels.ts';
import { destinationLabel, secretOf } from '../../../data/destinations/labels.ts';
import { formatMinute, plural } from '../../../data/format/numbers.ts';
import { useServiceNow } from '../../../data/react.ts';

export interface DestinationNoticesProps {
  destination: DestinationView;
  onRetry: () => void;
  onEnterSecret: () => void;
}

export function DestinationNotices(props: DestinationNoticesProps) {
  const { destination } = props;
  return (
    <ConnectionNotices name={destination.config.name} label={destinationLabel(destination)}>
      <StateNotice {...props} />
    </ConnectionNotices>
  );
}

function StateNotice({ destination, onRetry, onEnterSecret }: DestinationNoticesProps) {
  const { config, status } = destination;
  const { error, state, held_until, waiting } = status;
  if (!config.enabled) {
    return (
      <Notice tone="info" title="This destination is disabled">
        <p>Its settings are stored, but nothing is sent to it. Missed notifications are not sent later.</p>
      </Notice>
    );
  }
  if (error?.code === 'secret-needed') {
    const action = (
      <button type="button" className="button" onClick={onEnterSecret}>
        Enter {secretOf(destination).word}
      </button>
    );
    return <Problem destination={destination} tone="bad" title={destinationLabel(destination)} actions={action} />;
  }
  const retry = <RetryButton onClick={onRetry} />;
  if (state === 'failed') {
    return (
      <Problem
        destination={destination}
        tone="bad"
        title={config.kind === 'heartbeat' ? 'Cannot send requests' : 'Cannot deliver notifications'}
        actions={retry}
      />
    );
  }
  if (state === 'waiting') {
    const title =
      config.kind === 'heartbeat' ? 'The latest request failed' : 'Notifications are waiting for the server';
    return <Problem destination={destination} tone="warning" title={title} actions={retry} />;
  }
  if (held_until !== null) {
    return (
      <Notice tone="info" title={`Notifications are held until ${formatMinute(Date.parse(held_until))}`}>
        <p>Quiet hours or the message limit apply. {plural(waiting, 'notification')} waiting.</p>
      </Notice>
    );
  }
  return (
    error && <Problem destination={destination} tone="warning" title="A message was not delivered" actions={null} />
  );
}

interface ProblemProps {
  destination: DestinationView;
  tone: NoticeProps['tone'];
  title: string;
  actions: ReactNode;
}

function Problem({ destination: { status }, tone, title, actions }: ProblemProps) {
  const { error, waiting, next_retry } = status;
  const now = useServiceNow();
  return (
    <Notice tone={tone} title={title} actions={actions}>
      {error && <p>{error.text}</p>}
      {error?.remedy && <p>{error.remedy}</p>}
      <p className="dim">
        {formatNextRetry(next_retry, now)}
        {waiting > 0 && ` ${plural(waiting, 'notification')} waiting.`}
      </p>
    </Notice>
  );
}
