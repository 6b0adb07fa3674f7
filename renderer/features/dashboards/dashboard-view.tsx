import { Menu } from '@base-ui/react/menu';
import { Copy, Download, Ellipsis, House, Maximize, PencilRuler, Trash2 } from 'lucide-react';
import { Link } from 'wouter';
import type { Dashboard, Tile } from '../../../service/contract/index.ts';
import { BackLink } from '../../components/back-link.tsx';
import { useEntryActions } from '../../components/config-editor/use-entry-actions.ts';
import { FailureNotice } from '../../components/notice.tsx';
import { useLive, useReadable } from '../../data/react.ts';
import { duplicateDashboard, exportDashboard, setStartPage } from './dashboard-actions.ts';
import { DASHBOARDS } from './dashboards.ts';
import { DASHBOARD_LIST_ROUTE, dashboardRoute } from './routes.ts';
import { SaveFailure } from './save-failure.tsx';
import { TileGrid } from './tile-grid.tsx';
import type { FindChannel, OnArrange } from './tiles/tile-content.tsx';
import { useDashboardEditor } from './use-dashboard-editor.ts';

/** A dashboard and its actions. */
export function DashboardView({ view, find }: { view: Dashboard; find: FindChannel }) {
  const editor = useDashboardEditor(view);
  const { dashboard, failure: saveFailure } = useReadable(editor.state);
  const { name, tiles } = dashboard;
  const actions = useEntryActions(DASHBOARDS, view, `the dashboard “${name}”`);
  const { failure, failureTitle, dismiss } = actions;
  const arrange: OnArrange = (id, arrangement) => {
    const { dashboard: now } = editor.state.get();
    const arranged = (tile: Tile): Tile => (tile.id === id && tile.kind === 'chart' ? { ...tile, arrangement } : tile);
    editor.change({ ...now, tiles: now.tiles.map(arranged) });
  };
  return (
    <article className="dashboard-view" aria-label={name}>
      <header className="dashboard-header">
        <div className="entry-identity">
          <BackLink href={DASHBOARD_LIST_ROUTE}>Dashboards</BackLink>
          <h2 className="ellipsis" title={name}>
            {name}
          </h2>
        </div>
        <div className="entry-controls">
          <Link href={dashboardRoute(view.id, 'full')} className="button" data-mode="full">
            <Maximize aria-hidden size={14} /> Fill window
          </Link>
          <Link href={dashboardRoute(view.id, 'edit')} className="button" data-mode="edit">
            <PencilRuler aria-hidden size={14} /> Edit
          </Link>
          <DashboardMenu view={view} canRemove={actions.canRemove && !actions.busy} onRemove={actions.remove} />
        </div>
      </header>
      <FailureNotice title={failureTitle} text={failure?.message} onClose={dismiss} />
      <SaveFailure failure={saveFailure} onRetry={() => void editor.flush()} />
      {tiles.length > 0 ? (
        <TileGrid tiles={tiles} find={find} onArrange={arrange} />
      ) : (
        <p className="dashboard-empty dim">
          No tiles yet. <Link href={dashboardRoute(view.id, 'edit')}>Edit the dashboard</Link> to add tiles.
        </p>
      )}
    </article>
  );
}

interface DashboardMenuProps {
  view: Dashboard;
  canRemove: boolean;
  onRemove: () => void;
}

function DashboardMenu({ view, canRemove, onRemove }: DashboardMenuProps) {
  const live = useLive();
  const isStart = useReadable(live.settings.all)?.start_dashboard === view.id;
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="button" aria-label="Dashboard actions" title="Dashboard actions">
        <Ellipsis aria-hidden size={15} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="bottom" align="end" sideOffset={6} className="floating">
          <Menu.Popup className="popup menu">
            <Menu.Item className="menu-item" onClick={() => setStartPage(live, view, !isStart)}>
              <House aria-hidden size={14} /> {isStart ? 'Do not use as start page' : 'Use as start page'}
            </Menu.Item>
            <Menu.Item className="menu-item" onClick={() => duplicateDashboard(live, view)}>
              <Copy aria-hidden size={14} /> Duplicate
            </Menu.Item>
            <Menu.Item className="menu-item" onClick={() => exportDashboard(view)}>
              <Download aria-hidden size={14} /> Export
            </Menu.Item>
            <Menu.Item className="menu-item" disabled={!canRemove} onClick={onRemove}>
              <Trash2 aria-hidden size={14} /> Delete
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
