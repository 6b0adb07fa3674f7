import {
  Activity,
  Bell,
  ChartSpline,
  CodeXml,
  Database,
  History,
  LayoutDashboard,
  type LucideIcon,
  Router,
  Rss,
  ScrollText,
  Send,
  Settings,
  Timer,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { AlarmCount } from '../features/alarms/indicators/alarm-count.tsx';
import { ALARMS_ROUTE } from '../features/alarms/routes.ts';
import { API_ROUTE } from '../features/api/routes.ts';
import { COMPARE_ROUTE } from '../features/compare/routes.ts';
import { COMPUTED_PARTS } from '../features/computed/computed-pages.ts';
import { CORRECTION_PAGES } from '../features/corrections/lazy-pages.ts';
import { DASHBOARDS_ROUTE } from '../features/dashboards/routes.ts';
import { DATABASES_ROUTE } from '../features/databases/routes.ts';
import { DevicesPage } from '../features/devices/devices-page.tsx';
import { GATEWAYS_ROUTE } from '../features/gateways/routes.ts';
import { HISTORY_ROUTE } from '../features/history/routes.ts';
import { LOG_ROUTE } from '../features/log/routes.ts';
import { MQTT_ROUTE } from '../features/mqtt/routes.ts';
import { NOTIFICATIONS_ROUTE } from '../features/notifications/routes.ts';
import { PLANS_ROUTE } from '../features/runs/automatic/routes.ts';
import { COMPARE_RUNS_ROUTE } from '../features/runs/compare/routes.ts';
import { RUN_REPORT } from '../features/runs/report/lazy-page.ts';
import { RUNS_ROUTE } from '../features/runs/routes.ts';
import { SETTINGS_ROUTE } from '../features/settings/routes.ts';
import { eagerPage, type LazyPage, lazyPage } from './lazy-page.ts';

export interface Page {
  path: string;
  word: string;
  /** Further words that the command palette finds it by. */
  keywords: string;
  icon: LucideIcon;
  content: LazyPage;
  /** Badge on the icon. */
  count?: ComponentType;
  /** At the bottom of the rail. */
  bottom?: true;
}

export const PAGES: readonly [Page, ...Page[]] = [
  {
    path: '/devices',
    word: 'Devices',
    keywords: 'sensors instruments readings values live charts',
    icon: Activity,
    content: eagerPage(DevicesPage),
  },
  {
    path: COMPARE_ROUTE,
    word: 'Compare',
    keywords: 'charts several devices overlay difference full screen large values',
    icon: ChartSpline,
    content: lazyPage(async () => (await import('../features/compare/compare-page.tsx')).ComparePage),
  },
  {
    path: DASHBOARDS_ROUTE,
    word: 'Dashboards',
    keywords: 'tiles overview wall gauge kiosk panels start page',
    icon: LayoutDashboard,
    content: lazyPage(async () => (await import('../features/dashboards/dashboards-page.tsx')).DashboardsPage),
  },
  {
    path: HISTORY_ROUTE,
    word: 'History',
    keywords: 'stored readings database retention storage export csv delete',
    icon: History,
    content: lazyPage(async () => (await import('../features/history/history-page.tsx')).HistoryPage),
  },
  {
    path: RUNS_ROUTE,
    word: 'Runs',
    keywords: 'batches tests measurements experiments start stop operator report',
    icon: Timer,
    content: lazyPage(async () => (await import('../features/runs/runs-page.tsx')).RunsPage),
  },
  {
    path: MQTT_ROUTE,
    word: 'MQTT',
    keywords: 'broker clients publish topics home assistant import export',
    icon: Rss,
    content: lazyPage(async () => (await import('../features/mqtt/mqtt-page.tsx')).MqttPage),
  },
  {
    path: DATABASES_ROUTE,
    word: 'Databases',
    keywords: 'influxdb victoriametrics line protocol time series write backfill',
    icon: Database,
    content: lazyPage(async () => (await import('../features/databases/databases-page.tsx')).DatabasesPage),
  },
  {
    path: GATEWAYS_ROUTE,
    word: 'Gateways',
    keywords: 'sensgate remote mensura network wireless',
    icon: Router,
    content: lazyPage(async () => (await import('../features/gateways/gateways-page.tsx')).GatewaysPage),
  },
  {
    path: ALARMS_ROUTE,
    word: 'Alarms',
    keywords: 'rules limits thresholds warnings alerts acknowledge',
    icon: Bell,
    content: lazyPage(async () => (await import('../features/alarms/alarms-page.tsx')).AlarmsPage),
    count: AlarmCount,
  },
  {
    path: NOTIFICATIONS_ROUTE,
    word: 'Notifications',
    keywords: 'alarms alerts email mail webhook ntfy push heartbeat destinations sound',
    icon: Send,
    content: lazyPage(async () => (await import('../features/notifications/notifications-page.tsx')).NotificationsPage),
  },
  {
    path: API_ROUTE,
    word: 'API',
    keywords: 'http rest curl python requests about version',
    icon: CodeXml,
    content: lazyPage(async () => (await import('../features/api/api-page.tsx')).ApiPage),
  },
  {
    path: LOG_ROUTE,
    word: 'Log',
    keywords: 'messages errors warnings diagnostics',
    icon: ScrollText,
    content: lazyPage(async () => (await import('../features/log/log-page.tsx')).LogPage),
    bottom: true,
  },
  {
    path: SETTINGS_ROUTE,
    word: 'Settings',
    keywords: 'preferences options configuration',
    icon: Settings,
    content: lazyPage(async () => (await import('../features/settings/settings-page.tsx')).SettingsPage),
    bottom: true,
  },
];

/** Pages below the path of another one, without an item in the rail. */
const SUBPAGES: readonly Pick<Page, 'path' | 'content'>[] = [
  {
    path: COMPARE_RUNS_ROUTE,
    content: lazyPage(async () => (await import('../features/runs/compare/compare-runs-page.tsx')).CompareRunsPage),
  },
  {
    path: PLANS_ROUTE,
    content: lazyPage(
      async () => (await import('../features/runs/automatic/automatic-runs-page.tsx')).AutomaticRunsPage,
    ),
  },
];

/** Parts of pages that are loaded on first use, too. */
export const LAZY_PARTS: readonly LazyPage[] = [
  ...Object.values(COMPUTED_PARTS),
  ...CORRECTION_PAGES,
  RUN_REPORT,
  ...SUBPAGES.map(({ content }) => content),
];

/** Whether a location is a page, or below it. */
export function isWithin(location: string, { path }: Pick<Page, 'path'>): boolean {
  return location === path || location.startsWith(`${path}/`) || location.startsWith(`${path}?`);
}

/** The first page for an unknown route. */
export function pageForPath(location: string): Pick<Page, 'path' | 'content'> {
  return [...SUBPAGES, ...PAGES].find((page) => isWithin(location, page)) ?? PAGES[0];
}
