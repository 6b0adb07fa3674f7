/** The pages, in the order of the navigation rail. A page exists when it stands here. */
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
import { AlarmsPage } from '../features/alarms/alarms-page.tsx';
import { AlarmCount } from '../features/alarms/marks/alarm-count.tsx';
import { ALARMS_ROUTE } from '../features/alarms/routes.ts';
import { ApiPage } from '../features/api/api-page.tsx';
import { API_ROUTE } from '../features/api/routes.ts';
import { ComparePage } from '../features/compare/compare-page.tsx';
import { COMPARE_ROUTE } from '../features/compare/routes.ts';
import { DevicesPage } from '../features/devices/devices-page.tsx';
import { GatewaysPage } from '../features/gateways/gateways-page.tsx';
import { GATEWAYS_ROUTE } from '../features/gateways/routes.ts';
import { HistoryPage } from '../features/history/history-page.tsx';
import { HISTORY_ROUTE } from '../features/history/routes.ts';
import { LogPage } from '../features/log/log-page.tsx';
import { LOG_ROUTE } from '../features/log/routes.ts';
import { MqttPage } from '../features/mqtt/mqtt-page.tsx';
import { MQTT_ROUTE } from '../features/mqtt/routes.ts';
import { SETTINGS_ROUTE } from '../features/settings/routes.ts';
import { SettingsPage } from '../features/settings/settings-page.tsx';

export interface Page {
  /** The first part of its hash route. */
  path: string;
  word: string;
  icon: LucideIcon;
  component: ComponentType;
  /** What stands on its icon: how much there waits for the user. */
  count?: ComponentType;
  /** Stands at the bottom of the rail: what is about the service itself. */
  bottom?: true;
}

export const PAGES: readonly [Page, ...Page[]] = [
  { path: '/devices', word: 'Devices', icon: Activity, component: DevicesPage },
  { path: COMPARE_ROUTE, word: 'Compare', icon: ChartSpline, component: ComparePage },
  { path: HISTORY_ROUTE, word: 'History', icon: History, component: HistoryPage },
  { path: MQTT_ROUTE, word: 'MQTT', icon: Rss, component: MqttPage },
  { path: GATEWAYS_ROUTE, word: 'Gateways', icon: Router, component: GatewaysPage },
  { path: ALARMS_ROUTE, word: 'Alarms', icon: Bell, component: AlarmsPage, count: AlarmCount },
  { path: API_ROUTE, word: 'API', icon: CodeXml, component: ApiPage },
  { path: LOG_ROUTE, word: 'Log', icon: ScrollText, component: LogPage, bottom: true },
  { path: SETTINGS_ROUTE, word: 'Settings', icon: Settings, component: SettingsPage, bottom: true },
];

/** The page of a route; the first one for a route that is none. */
export function pageOf(location: string): Page {
  return PAGES.find(({ path }) => location === path || location.startsWith(`${path}/`)) ?? PAGES[0];
}
