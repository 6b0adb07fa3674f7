import {
  Activity,
  Bell,
  ChartSpline,
  CodeXml,
  History,
  type LucideIcon,
  Router,
  Rss,
  ScrollText,
  Settings,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { AlarmCount } from '../features/alarms/indicators/alarm-count.tsx';
import { ALARMS_ROUTE } from '../features/alarms/routes.ts';
import { API_ROUTE } from '../features/api/routes.ts';
import { COMPARE_ROUTE } from '../features/compare/routes.ts';
import { DevicesPage } from '../features/devices/devices-page.tsx';
import { GATEWAYS_ROUTE } from '../features/gateways/routes.ts';
import { HISTORY_ROUTE } from '../features/history/routes.ts';
import { LOG_ROUTE } from '../features/log/routes.ts';
import { MQTT_ROUTE } from '../features/mqtt/routes.ts';
import { SETTINGS_ROUTE } from '../features/settings/routes.ts';
import { eagerPage, type LazyPage, lazyPage } from './lazy-page.ts';

export interface Page {
  path: string;
  word: string;
  icon: LucideIcon;
  content: LazyPage;
  /** Badge on the icon. */
  count?: ComponentType;
  /** At the bottom of the rail. */
  bottom?: true;
}

export const PAGES: readonly [Page, ...Page[]] = [
  { path: '/devices', word: 'Devices', icon: Activity, content: eagerPage(DevicesPage) },
  {
    path: COMPARE_ROUTE,
    word: 'Compare',
    icon: ChartSpline,
    content: lazyPage(async () => (await import('../features/compare/compare-page.tsx')).ComparePage),
  },
  {
    path: HISTORY_ROUTE,
    word: 'History',
    icon: History,
    content: lazyPage(async () => (await import('../features/history/history-page.tsx')).HistoryPage),
  },
  {
    path: MQTT_ROUTE,
    word: 'MQTT',
    icon: Rss,
    content: lazyPage(async () => (await import('../features/mqtt/mqtt-page.tsx')).MqttPage),
  },
  {
    path: GATEWAYS_ROUTE,
    word: 'Gateways',
    icon: Router,
    content: lazyPage(async () => (await import('../features/gateways/gateways-page.tsx')).GatewaysPage),
  },
  {
    path: ALARMS_ROUTE,
    word: 'Alarms',
    icon: Bell,
    content: lazyPage(async () => (await import('../features/alarms/alarms-page.tsx')).AlarmsPage),
    count: AlarmCount,
  },
  {
    path: API_ROUTE,
    word: 'API',
    icon: CodeXml,
    content: lazyPage(async () => (await import('../features/api/api-page.tsx')).ApiPage),
  },
  {
    path: LOG_ROUTE,
    word: 'Log',
    icon: ScrollText,
    content: lazyPage(async () => (await import('../features/log/log-page.tsx')).LogPage),
    bottom: true,
  },
  {
    path: SETTINGS_ROUTE,
    word: 'Settings',
    icon: Settings,
    content: lazyPage(async () => (await import('../features/settings/settings-page.tsx')).SettingsPage),
    bottom: true,
  },
];

/** The first page for an unknown route. */
export function pageForPath(location: string): Page {
  return PAGES.find(({ path }) => location === path || location.startsWith(`${path}/`)) ?? PAGES[0];
}
