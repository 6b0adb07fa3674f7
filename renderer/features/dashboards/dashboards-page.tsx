import { LayoutDashboard } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { Link } from 'wouter';
import { type Dashboard, parseChannelPath } from '../../../service/contract/index.ts';
import { forceNavigate, rawRoute } from '../../app/guarded-location.ts';
import { Panes } from '../../app/panes.tsx';
import { useFirstEntry } from '../../components/config-editor/entry-list.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { NothingToShow } from '../../components/nothing-to-show.tsx';
import type { ChannelGroup } from '../../data/compare/selectable-channels.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { channelsToShow } from '../compare/compare-channels.ts';
import { useKnownChannels } from '../compare/use-known-channels.ts';
import './dashboards.css';
import { DashboardEdit } from './dashboard-edit.tsx';
import { DashboardList } from './dashboard-list.tsx';
import { DashboardView } from './dashboard-view.tsx';
import { DASHBOARDS } from './dashboards.ts';
import { NewDashboard } from './new-dashboard.tsx';
import { Presentation } from './presentation.tsx';
import {
  DASHBOARD_LIST_ROUTE,
  type DashboardMode,
  dashboardRoute,
  dashboardTarget,
  NEW_DASHBOARD_ROUTE,
} from './routes.ts';
import { TileGrid } from './tile-grid.tsx';
import type { FindChannel } from './tiles/tile-content.tsx';

export function DashboardsPage() {
  const target = dashboardTarget(useReadable(rawRoute));
  const { devices } = useLive();
  const groups = useKnownChannels(useReadable(devices.known));
  const find = useMemo(() => finder(groups), [groups]);
  const id = target.kind === 'dashboard' ? target.id : '';
  const mode = target.kind === 'dashboard' ? target.mode : 'view';
  const view = useDashboard(id, mode);
  useFirstEntry(DASHBOARDS, target.kind === 'none' || target.kind === 'list');
  useModeFocus(mode);
  if (view && mode === 'full') {
    return (
      <Presentation title={view.dashboard.name} onClose={() => forceNavigate(dashboardRoute(id))}>
        <div className="dashboard-full">
          <TileGrid tiles={view.dashboard.tiles} find={find} isFull />
        </div>
      </Presentation>
    );
  }
  // Without the list: beside it in a small window, the tiles would be below each other, where they cannot be arranged.
  if (view && mode === 'edit') return <DashboardEdit key={id} view={view} groups={groups} find={find} />;
  return (
    <Panes
      id="dashboards"
      mainFirst={target.kind === 'dashboard' || target.kind === 'new'}
      list={<DashboardList selected={view ? id : ''} />}
      main={
        view ? (
          <DashboardView key={id} view={view} find={find} />
        ) : target.kind === 'new' ? (
          <NewDashboard />
        ) : (
          <NothingToShow
            what="the dashboards"
            missing={
              target.kind === 'dashboard' && {
                title: 'Dashboard not found',
                text: 'It was deleted, or restored with a new link.',
                listRoute: DASHBOARD_LIST_ROUTE,
                listWord: 'Show all dashboards',
              }
            }
          >
            <NoDashboards />
          </NothingToShow>
        )
      }
      details={null}
      detailsTitle=""
    />
  );
}

/** Undefined if there is none. One that another window deletes stays in edit mode: saving it fails with the reason. */
function useDashboard(id: string, mode: DashboardMode): Dashboard | undefined {
  const { dashboards, connection } = useLive();
  const record = useReadable(dashboards.known).get(id);
  const { state } = useReadable(connection);
  // A restarted service has sent all of them when the state is live again: until then, none is missing.
  const isMissing = record?.gone && state === 'live' && mode !== 'edit';
  return isMissing ? undefined : record?.view;
}

/** The link to the mode is gone: edit mode itself gets the focus, and after it the link that led to it. */
function useModeFocus(mode: DashboardMode): void {
  const before = useRef(mode);
  useEffect(() => {
    const from = before.current;
    before.current = mode;
    if (from === mode || document.activeElement !== document.body) return;
    const selector = mode === 'edit' ? '.dashboard-view' : `[data-mode="${from}"]`;
    document.querySelector<HTMLElement>(selector)?.focus();
  }, [mode]);
}

/** Channels that no device and no stored reading describes have their contract names. */
function finder(groups: readonly ChannelGroup[]): FindChannel {
  const known = new Map(groups.flatMap(({ channels }) => channels).map((channel) => [channel.path, channel]));
  return (path) => {
    const ref = parseChannelPath(path);
    return known.get(path) ?? (ref && channelsToShow([ref], [])[0]);
  };
}

function NoDashboards() {
  return (
    <EmptyState icon={<LayoutDashboard aria-hidden size={26} />} title="Dashboards">
      <p className="dim">
        Your own pages of tiles: values with their trend, gauges, charts, tables, alarms, texts and MQTT clients. Every
        window and browser shows them.
      </p>
      <Link href={NEW_DASHBOARD_ROUTE} className="button primary">
        Add dashboard
      </Link>
    </EmptyState>
  );
}
