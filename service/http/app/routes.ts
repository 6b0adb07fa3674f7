import { ALARM_ROUTES } from './alarm-routes.ts';
import { COMPUTED_ROUTES } from './computed-routes.ts';
import { CORRECTION_ROUTES } from './correction-routes.ts';
import { DASHBOARD_ROUTES } from './dashboard-routes.ts';
import { DATABASE_ROUTES } from './database-routes.ts';
import { DESTINATION_ROUTES } from './destination-routes.ts';
import { DEVICE_ROUTES } from './device-routes.ts';
import { EXPORT_ROUTES } from './export-routes.ts';
import { GATEWAY_ROUTES } from './gateway-routes.ts';
import { HISTORY_ROUTES } from './history-routes.ts';
import { IMPORT_ROUTES } from './import-routes.ts';
import { LOG_ROUTES } from './log-routes.ts';
import { MAINTENANCE_ROUTES } from './maintenance-routes.ts';
import { MQTT_ROUTES } from './mqtt-routes.ts';
import { REPORT_ROUTES } from './report-routes.ts';
import type { Route } from './route.ts';
import { RUN_PLAN_ROUTES } from './run-plan-routes.ts';
import { RUN_ROUTES } from './run-routes.ts';
import { SERIAL_PORT_ROUTES } from './serial-port-routes.ts';
import { SERVICE_ROUTES } from './service-routes.ts';
import { SETTINGS_ROUTES } from './settings-routes.ts';

/** All routes except the contract's reads and expert operations, the reference and the files of the window. */
export const APP_ROUTES: readonly Route[] = [
  ...SERVICE_ROUTES,
  ...DEVICE_ROUTES,
  ...CORRECTION_ROUTES,
  ...SERIAL_PORT_ROUTES,
  ...MQTT_ROUTES,
  ...GATEWAY_ROUTES,
  ...DATABASE_ROUTES,
  ...ALARM_ROUTES,
  ...DESTINATION_ROUTES,
  ...COMPUTED_ROUTES,
  ...DASHBOARD_ROUTES,
  ...HISTORY_ROUTES,
  ...RUN_ROUTES,
  ...REPORT_ROUTES,
  ...RUN_PLAN_ROUTES,
  ...EXPORT_ROUTES,
  ...IMPORT_ROUTES,
  ...SETTINGS_ROUTES,
  ...MAINTENANCE_ROUTES,
  ...LOG_ROUTES,
];
