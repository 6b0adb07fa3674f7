import type { AppStatus } from '../../../service/contract/index.ts';
import { HISTORY_ROUTE } from '../../features/history/routes.ts';
import type { HistoryForm } from '../../features/history/settings/history-form.ts';
import { HISTORY_LABELS } from '../../features/history/settings/labels.ts';
import type { ServiceForm } from '../../features/settings/form/service-form.ts';
import { SERVICE_LABELS } from '../../features/settings/labels.ts';
import {
  SETTINGS_ROUTE,
  SETTINGS_SECTIONS,
  type SettingsSection,
  sectionRoute,
} from '../../features/settings/routes.ts';
import { rawRoute } from '../guarded-location.ts';
import type { Navigate, PaletteCommand } from './rank.ts';
import { revealControl } from './reveal-control.ts';

/** Where a setting is, and the words that people use for it. */
interface SettingEntry {
  section: SettingsSection;
  keywords: string;
  /** For a label that only its section makes clear. */
  title?: string;
}

/** By name in the API: a new setting of the form needs an entry. */
const SERVICE_SETTINGS: Readonly<Record<keyof ServiceForm, SettingEntry>> = {
  port: { section: 'service', keywords: 'http api address url server listen tcp' },
  log_level: { section: 'service', keywords: 'verbose debug details messages' },
  allowed_origins: { section: 'service', keywords: 'cors website browser dashboard security' },
  refuse_other_users: { section: 'service', keywords: 'users permission security privacy' },
  discovery: { section: 'service', keywords: 'mdns bonjour network find remote' },
  metrics_readings: { section: 'service', keywords: 'metrics grafana scrape monitoring export' },
  start_at_login: { section: 'start-up', keywords: 'autostart boot startup launch' },
  start_hidden: { section: 'start-up', keywords: 'autostart tray minimized background startup' },
  keep_running: { section: 'start-up', keywords: 'tray background quit close exit' },
  sea_level_pressure_pa: { section: 'altitude', keywords: 'height elevation qnh barometer msl hpa' },
  simulate: { section: 'simulated', keywords: 'demo try' },
  simulate_usb: {
    section: 'simulated',
    keywords: 'number count demo',
    title: 'Number of simulated devices on this computer',
  },
  simulate_gateway: {
    section: 'simulated',
    keywords: 'number count demo',
    title: 'Number of simulated devices on a gateway',
  },
  simulate_period: {
    section: 'simulated',
    keywords: 'interval rate frequency demo',
    title: 'Sampling period of simulated devices',
  },
  simulate_publish: { section: 'simulated', keywords: 'save keep record history mqtt demo' },
};

type HistorySetting = Exclude<keyof HistoryForm, 'csv_log_options'> | `csv_log_options.${CsvOption}`;
type CsvOption = keyof HistoryForm['csv_log_options'];

const HISTORY_SETTINGS: Readonly<Record<HistorySetting, { title: string; keywords: string }>> = {
  history: { title: HISTORY_LABELS.history, keywords: 'record save keep database' },
  history_raw_days: { title: 'Retention of raw readings', keywords: 'how long keep days delete old storage' },
  history_minute_days: { title: 'Retention of minute aggregates', keywords: 'how long keep days delete old storage' },
  history_max_gib: { title: 'Maximum size of the history', keywords: 'retention disk space limit gib storage' },
  csv_log: { title: HISTORY_LABELS.csv_log, keywords: 'daily log file spreadsheet excel automatic export' },
  csv_log_interval_s: { title: 'Row interval of CSV files', keywords: 'daily period seconds' },
  csv_log_values: {
    title: 'Values of an interval in CSV files',
    keywords: 'mean minimum maximum count newest average',
  },
  'csv_log_options.separator': { title: 'Separator of CSV files', keywords: 'comma semicolon tab delimiter excel' },
  'csv_log_options.decimal_mark': { title: 'Decimal mark of CSV files', keywords: 'comma point excel' },
  'csv_log_options.decimals': { title: 'Decimals of CSV files', keywords: 'digits precision rounding' },
  'csv_log_options.time': { title: 'Time format of CSV files', keywords: 'date timestamp utc local excel' },
};

/** Settings that are not fields of a form: their section is shown. */
const FURTHER_SETTINGS: readonly (SettingEntry & { id: string; title: string })[] = [
  { id: 'theme', section: 'appearance', title: 'Theme', keywords: 'colors colours dark light appearance mode' },
  {
    id: 'units',
    section: 'appearance',
    title: 'Display units',
    keywords: 'celsius fahrenheit kelvin pressure hpa psi conversion imperial metric',
  },
  {
    id: 'serial-ports',
    section: 'serial-ports',
    title: 'Serial ports',
    keywords: 'com tty rs232 uart vcp converter add test remove',
  },
  { id: 'pinned', section: 'appearance', title: 'Pinned channels', keywords: 'tray menu unpin' },
  { id: 'data-folder', section: 'service', title: 'Data folder', keywords: 'directory path location move disk files' },
  {
    id: 'restore',
    section: 'backup',
    title: 'Restore from backup',
    keywords: 'import settings configuration load transfer',
  },
  { id: 'reset', section: 'backup', title: 'Reset to defaults', keywords: 'factory clear delete settings' },
];

/** Every setting of the settings and the history page. Running one shows the page and focuses the control. */
export function settingCommands(status: AppStatus | null, navigate: Navigate): PaletteCommand[] {
  const show = (page: string, name: string): void => {
    // Unsaved changes stay on the page that is shown already.
    if (!isOn(page)) navigate(page);
    if (isOn(page)) revealControl(`[data-field="${name}"]`);
  };
  const service = Object.entries(SERVICE_SETTINGS)
    // A headless service has no window to start.
    .filter(([, { section }]) => section !== 'start-up' || status?.host !== 'headless')
    .map(([name, { section, title = SERVICE_LABELS[name as keyof ServiceForm], keywords }]) =>
      command({ name, title, detail: sectionDetail(section), keywords, run: () => show(SETTINGS_ROUTE, name) }),
    );
  const history = Object.entries(HISTORY_SETTINGS).map(([name, entry]) =>
    command({ name, ...entry, detail: 'History', run: () => show(HISTORY_ROUTE, name) }),
  );
  const further = FURTHER_SETTINGS.map(({ id, section, title, keywords }) =>
    command({ name: id, title, detail: sectionDetail(section), keywords, run: () => navigate(sectionRoute(section)) }),
  );
  return [...service, ...history, ...further];
}

type CommandParts = Pick<PaletteCommand, 'title' | 'detail' | 'keywords' | 'run'> & { name: string };

function command({ name, keywords, ...others }: CommandParts): PaletteCommand {
  return { ...others, id: `setting ${name}`, kind: 'Setting', keywords: `${keywords} setting option preference` };
}

function sectionDetail(id: SettingsSection): string {
  return `Settings, ${SETTINGS_SECTIONS.find((section) => section.id === id)?.word}`;
}

function isOn(page: string): boolean {
  const route = rawRoute.get();
  return route === page || route.startsWith(`${page}/`);
}
