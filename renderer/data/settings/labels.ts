import { BACKUP_GROUPS, type Backup, type BackupGroup, type CsvOptions } from '../../../service/contract/index.ts';
import { decimalSign, formatCount, plural } from '../format/numbers.ts';

export const COMMA_TWICE =
  'The comma cannot be both the separator and the decimal mark. Select a semicolon or a tab as the separator.';

export const NO_VALUES = 'Select at least one value.';

/**
 * Format that the user's spreadsheet opens correctly.
 * @param locale a language tag; undefined for the user's own
 */
export function localCsvOptions(locale?: string): Omit<CsvOptions, 'decimals'> {
  return decimalSign(locale) === ','
    ? { separator: 'semicolon', decimal_mark: 'comma', time: 'local' }
    : { separator: 'comma', decimal_mark: 'point', time: 'local' };
}

/** Null for uncounted groups. */
export type PartCounts = Readonly<Record<BackupGroup, number | null>>;

export const GROUP_LABELS: Readonly<Record<BackupGroup, string>> = {
  settings: 'Settings',
  devices: 'Device names, notes, groups and sampling periods',
  mqtt: 'MQTT clients',
  gateways: 'Gateways',
  databases: 'Databases',
  destinations: 'Notification destinations',
  alarms: 'Alarm rules',
  dashboards: 'Dashboards',
  corrections: 'Corrections',
  computed: 'Computed channels',
  run_plans: 'Automatic runs',
};

const THINGS: Readonly<Record<Exclude<BackupGroup, 'settings'>, string>> = {
  devices: 'device',
  mqtt: 'MQTT client',
  gateways: 'gateway',
  databases: 'database',
  destinations: 'destination',
  alarms: 'alarm rule',
  dashboards: 'dashboard',
  corrections: 'correction',
  computed: 'computed channel',
  run_plans: 'automatic run',
};

/** In the fixed order. */
export function inOrder(parts: ReadonlySet<BackupGroup>): BackupGroup[] {
  return BACKUP_GROUPS.filter((part) => parts.has(part));
}

export function countsOf({
  devices,
  mqtt,
  gateways,
  databases,
  destinations,
  alarms,
  dashboards,
  corrections,
  computed,
  run_plans: plans,
}: Backup): PartCounts {
  return {
    settings: null,
    devices: Object.keys(devices).length,
    mqtt: Object.keys(mqtt.mqtt.clients).length,
    gateways: gateways.length,
    databases: databases?.length ?? null,
    destinations: destinations?.length ?? null,
    alarms: alarms.length,
    // Null in backups of versions without them.
    dashboards: dashboards?.length ?? null,
    corrections: corrections?.filter(({ versions }) => versions.at(-1)?.correction).length ?? null,
    computed: computed?.length ?? null,
    run_plans: plans?.length ?? null,
  };
}

/** `3 gateways`, `1 alarm rule`, `no devices` */
export function formatCounts(part: Exclude<BackupGroup, 'settings'>, count: number): string {
  return count === 0 ? `no ${THINGS[part]}s` : plural(count, THINGS[part]);
}

/** Empty if nothing is counted. */
export function partContent(part: BackupGroup, counts: PartCounts): string {
  const count = counts[part];
  return part === 'settings' || count === null ? '' : formatCounts(part, count);
}

/** @param there the current counts */
export function restoreSentence(part: BackupGroup, from: PartCounts, there: PartCounts): string {
  if (part === 'settings') return 'Settings: replaced by those in the backup.';
  if (from[part] === null) return `${GROUP_LABELS[part]}: no change; the backup does not include them.`;
  const brought = from[part] ?? 0;
  if (part === 'devices') {
    return `${GROUP_LABELS[part]}: replaced by those of ${formatCounts(part, brought)} in the backup.`;
  }
  return `${GROUP_LABELS[part]}: ${changeWords(there[part], brought)}.`;
}

/** @param present null if unknown */
function changeWords(present: number | null, brought: number): string {
  if (present === null)
    return brought === 0 ? 'all deleted; the backup has none' : `replaced by ${formatCount(brought)} from the backup`;
  if (brought === 0) return present === 0 ? 'no change' : `${formatCount(present)} deleted; the backup has none`;
  if (present === 0) return `${formatCount(brought)} added from the backup`;
  return `${formatCount(present)} replaced by ${formatCount(brought)} from the backup`;
}

export function resetSentence(part: BackupGroup, there: PartCounts): string {
  if (part === 'settings') return 'Settings: reset to defaults, including the port.';
  if (part === 'devices') return `${GROUP_LABELS.devices}: deleted for all devices.`;
  const present = there[part];
  if (present === null) return `${GROUP_LABELS[part]}: all deleted.`;
  if (present === 0) return `${GROUP_LABELS[part]}: no change.`;
  const secrets = part === 'mqtt' ? ', including stored passwords' : '';
  return `${GROUP_LABELS[part]}: ${formatCount(present)} deleted${secrets}.`;
}
