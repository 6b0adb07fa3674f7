/** The settings of a backup: what of them is taken, and what belongs to the computer they are used on. */
import { isDeepStrictEqual } from 'node:util';
import { type Settings, type SettingsPatch, settingsPatchSchema } from '../contract/index.ts';
import type { MaintenanceOptions, Undo } from './parts.ts';

/** What HTTP may set at all: never folders, ports that were added by hand, or the place of updates. */
const NAMES = Object.keys(settingsPatchSchema.shape) as (keyof SettingsPatch)[];

/** From what lets other users of this computer do most to what lets them do least. */
const REFUSALS: readonly Settings['refuse_other_users'][] = ['nothing', 'writes', 'everything'];

/** Whether other users could do more than before. */
function opens(before: Settings, wanted: Settings): boolean {
  return REFUSALS.indexOf(wanted.refuse_other_users) < REFUSALS.indexOf(before.refuse_other_users);
}

function pick(settings: Settings, names: readonly (keyof SettingsPatch)[]): SettingsPatch {
  return Object.fromEntries(names.map((name) => [name, settings[name]]));
}

/** Puts the settings in place of those there are; they hold by then. @returns undoes it */
export async function replaceSettings(settings: MaintenanceOptions['settings'], wanted: Settings): Promise<Undo> {
  const before = settings.get();
  const changed = NAMES.filter(
    (name) =>
      !isDeepStrictEqual(before[name], wanted[name]) && !(name === 'refuse_other_users' && opens(before, wanted)),
  );
  if (changed.length === 0) return async () => {};
  await settings.patch(pick(wanted, changed));
  return async () => {
    await settings.patch(pick(before, changed));
  };
}

/** What of a backup's settings is left out, in sentences. */
export function settingsLeftOut(present: Settings, wanted: Settings): string[] {
  const notes: string[] = [];
  const { csv_log_folder: folder, update_feed: feed } = wanted;
  if (folder !== undefined && folder !== present.csv_log_folder) {
    const now = present.csv_log_folder ?? 'the folder "csv" in the data folder';
    notes.push(`The folder for CSV files, ${folder}, was left out: folders are chosen at the computer. It is ${now}.`);
  }
  const ports = wanted.serial_ports.filter((path) => !present.serial_ports.includes(path));
  if (ports.length > 0) {
    notes.push(`Serial ports that were added by hand were left out: ${ports.join(', ')}. Add them again where needed.`);
  }
  if (opens(present, wanted)) {
    notes.push(
      `What other users of this computer can do stays as it is: refuse_other_users is "${present.refuse_other_users}", not "${wanted.refuse_other_users}". Change it on the Settings page.`,
    );
  }
  if (feed !== undefined && feed !== present.update_feed) {
    notes.push(`The place of updates, ${feed}, was left out: it is set in settings.json alone.`);
  }
  return notes;
}
