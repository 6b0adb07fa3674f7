import { memo } from 'react';
import { DATABASE_KINDS, type DatabaseView } from '../../../service/contract/index.ts';
import type { ListedProps } from '../../components/config-editor/entry-list.tsx';
import { EntryRow, StateBadge } from '../../components/config-editor/entry-row.tsx';
import { isCountingDown } from '../../data/config-items/labels.ts';
import { databaseBadge, databaseHealth, serverWords } from '../../data/databases/labels.ts';
import { formatCount } from '../../data/format/numbers.ts';

export const DatabaseRow = memo(function DatabaseRow({ view, ...listed }: ListedProps<DatabaseView>) {
  const { config, status } = view;
  const server = serverWords(config);
  const isBehind = status.waiting > 0 && status.state !== 'online';
  return (
    <EntryRow
      name={config.name}
      badge={
        <StateBadge badgeAt={(now) => databaseBadge(view, now)} isCounting={isCountingDown(databaseHealth(view))} />
      }
      {...listed}
      facts={
        <>
          <span className="ellipsis" title={config.url}>
            {server}
          </span>
          <span>&nbsp;· {DATABASE_KINDS[config.kind]}</span>
        </>
      }
      error={config.enabled && status.error ? { text: status.error.text, isBad: status.state === 'failed' } : null}
      figures={
        <>
          <span>{formatCount(status.written)} written</span>
          <span className={isBehind ? 'entry-row-behind' : undefined}>{formatCount(status.waiting)} waiting</span>
          {status.discarded > 0 && <span className="entry-row-behind">{formatCount(status.discarded)} discarded</span>}
        </>
      }
    />
  );
});
