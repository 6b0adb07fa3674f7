import { memo } from 'react';
import type { Dashboard } from '../../../service/contract/index.ts';
import { EntryList, type ListedProps } from '../../components/config-editor/entry-list.tsx';
import { EntryRow } from '../../components/config-editor/entry-row.tsx';
import { plural } from '../../data/format/numbers.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { DASHBOARDS } from './dashboards.ts';

const DashboardRow = memo(function DashboardRow({ view, ...listed }: ListedProps<Dashboard>) {
  const isStart = useReadable(useLive().settings.all)?.start_dashboard === view.id;
  return (
    <EntryRow
      name={view.dashboard.name}
      badge={isStart && <span className="badge">Start page</span>}
      {...listed}
      facts={plural(view.dashboard.tiles.length, 'tile')}
      error={null}
      figures={null}
    />
  );
});

/** @param selected ID; empty for none */
export function DashboardList({ selected }: { selected: string }) {
  return <EntryList entries={DASHBOARDS} selected={selected} row={DashboardRow} />;
}
