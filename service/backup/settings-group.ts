/** Which settings a backup restores, and which belong to the computer. */
import { isDeepStrictEqual } from 'node:util';
import { type Settings, type SettingsPatch, settingsPatchSchema } from '../contract/index.ts';
import type { MaintenanceOptions, Undo } from './groups.ts';

/**
 * Settings that HTTP can change (never folders, added ports or the update feed), except the rights of other users:
 * more rights would let them in, fewer may lock out the user who restores.
 */
const NAMES = (Object.keys(settingsPatchSchema.shape) as (keyof SettingsPatch)[]).filter(
  (name) => name !== 'refuse_other_users',
);

function pick(settings: Settings, names: readonly (keyof SettingsPatch)[]): SettingsPatch {
  return Object.fromEntries(names.map((name) => [name, settings[name]]));
}

/** Replaces the settings, which then take effect. @returns undoes it */
export async function replaceSettings(settings: MaintenanceOptions['settings'], wanted: Settings): Promise<Undo> {
  const before = settings.get();
  const changed = NAMES.filter((name) => !isDeepStrictEqual(before[name], wanted[name]));
  if (changed.length === 0) return async () => {};
  await settings.patch(pick(wanted, changed));
  return async () => {
    await settings.patch(pick(before, changed));
  };
}

/** Sentences about settings of a backup, or of a first start, that are not applied. */
export function settingsLeftOut(present: Settings, wanted: Settings): string[] {
  const notes: string[] = [];
  if (wanted.csv_log_folder !== present.csv_log_folder) {
    const now = present.csv_log_folder ?? 'the folder "csv" in the data folder';
    const { csv_log_folder: folder } = wanted;
    notes.push(
      folder === undefined
        ? `The CSV folder stays ${now}; folders can only be chosen on the computer.`
        : `The CSV folder ${folder} was not restored; folders can only be chosen on the computer. The current folder is ${now}.`,
    );
  }
  const missing = wanted.serial_ports.filter((path) => !present.serial_ports.includes(path));
  if (missing.length > 0) {
    notes.push(`Manually added serial ports were not restored: ${missing.join(', ')}. Add them again if needed.`);
  }
  const staying = present.serial_ports.filter((path) => !wanted.serial_ports.includes(path));
  if (staying.length > 0) notes.push(`Manually added serial ports stay: ${staying.join(', ')}.`);
  if (wanted.refuse_other_users !== present.refuse_other_users) {
    notes.push(
      `Access for other accounts was not restored: refuse_other_users stays "${present.refuse_other_users}" instead of "${wanted.refuse_other_users}". Change it under Settings > Service.`,
    );
  }
  const { update_feed: feed } = wanted;
  if (feed !== present.update_feed) {
    notes.push(
      feed === undefined
        ? `The update address stays ${present.update_feed}; it can only be set in settings.json.`
        : `The update address ${feed} was not restored; it can only be set in settings.json.`,
    );
  }
  return notes;
}
