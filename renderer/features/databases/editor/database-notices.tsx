import type { ReactNode } from 'react';
import type { DatabaseView } from '../../../../service/contract/index.ts';
import { ConnectionNotices, RetryButton } from '../../../components/config-editor/connection-notices.tsx';
import { Notice, type NoticeProps } from '../../../components/notice.tsx';
import { formatNextRetry } from '../../../data/config-items/labels.ts';
import { databaseLabel } from '../../../data/databases/labels.ts';
import { plural } from '../../../data/format/numbers.ts';
import { useServiceNow } from '../../../data/react.ts';

export interface DatabaseNoticesProps {
  database: DatabaseView;
  onConnect: () => void;
  onEnterSecret: () => void;
}

export function DatabaseNotices(props: DatabaseNoticesProps) {
  const { database } = props;
  return (
    <ConnectionNotices name={database.config.name} label={databaseLabel(database)}>
      <StateNotice {...props} />
    </ConnectionNotices>
  );
}

function StateNotice({ database, onConnect, onEnterSecret }: DatabaseNoticesProps) {
  const { config, status } = database;
  const { error, state } = status;
  if (!config.enabled) {
    return (
      <Notice tone="info" title="This database is disabled">
        <p>Its settings are stored, but readings are not written, also not later. A backfill can write them.</p>
      </Notice>
    );
  }
  if (error?.code === 'secret-needed') {
    const word = config.username === '' ? 'token' : 'password';
    const action = (
      <button type="button" className="button" onClick={onEnterSecret}>
        Enter {word}
      </button>
    );
    return <Problem database={database} tone="bad" title={databaseLabel(database)} actions={action} />;
  }
  const retry = <RetryButton onClick={onConnect} />;
  if (state === 'failed') {
    return <Problem database={database} tone="bad" title="The server does not accept readings" actions={retry} />;
  }
  // Also while retrying, so that the button keeps the focus.
  if (state === 'waiting' || (state === 'connecting' && error !== null)) {
    return <Problem database={database} tone="warning" title="Readings are waiting for the server" actions={retry} />;
  }
  return error && <Problem database={database} tone="warning" title="The server rejected readings" actions={null} />;
}

interface ProblemProps {
  database: DatabaseView;
  tone: NoticeProps['tone'];
  title: string;
  actions: ReactNode;
}

function Problem({ database: { status }, tone, title, actions }: ProblemProps) {
  const { error, waiting } = status;
  return (
    <Notice tone={tone} title={title} actions={actions}>
      {error && <p>{error.text}</p>}
      {error?.remedy && <p>{error.remedy}</p>}
      <p className="dim">
        <Next database={status} />
        {waiting > 0 && ` ${plural(waiting, 'line')} waiting on disk.`}
      </p>
    </Notice>
  );
}

function Next({ database: { state, next_retry } }: { database: DatabaseView['status'] }) {
  const now = useServiceNow();
  return state === 'connecting' ? 'Retrying now…' : formatNextRetry(next_retry, now);
}
