import { memo } from 'react';
import { DESTINATION_KINDS, type DestinationView } from '../../../service/contract/index.ts';
import type { ListedProps } from '../../components/config-editor/entry-list.tsx';
import { EntryRow, StateBadge } from '../../components/config-editor/entry-row.tsx';
import { isCountingDown } from '../../data/config-items/labels.ts';
import { destinationBadge, destinationHealth, targetWords } from '../../data/destinations/labels.ts';
import { formatCount } from '../../data/format/numbers.ts';

export const DestinationRow = memo(function DestinationRow({ view, ...listed }: ListedProps<DestinationView>) {
  const { config, status } = view;
  const target = targetWords(config);
  const isBehind = status.waiting > 0 && status.state !== 'ready';
  return (
    <EntryRow
      name={config.name}
      badge={
        <StateBadge
          badgeAt={(now) => destinationBadge(view, now)}
          isCounting={isCountingDown(destinationHealth(view))}
        />
      }
      {...listed}
      facts={
        <>
          <span className="ellipsis" title={config.kind === 'email' ? config.to.join(', ') : config.url}>
            {target}
          </span>
          <span>&nbsp;· {DESTINATION_KINDS[config.kind]}</span>
        </>
      }
      error={config.enabled && status.error ? { text: status.error.text, isBad: status.state === 'failed' } : null}
      figures={
        <>
          <span>{formatCount(status.sent)} sent</span>
          {config.kind !== 'heartbeat' && (
            <span className={isBehind ? 'entry-row-behind' : undefined}>{formatCount(status.waiting)} waiting</span>
          )}
          {status.discarded > 0 && <span className="entry-row-behind">{formatCount(status.discarded)} discarded</span>}
        </>
      }
    />
  );
});
