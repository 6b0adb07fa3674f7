/** Puts the parts of a backup in place of what there is: all of them, or none. */
import type { BackupGroup } from '../contract/index.ts';
import { formatGroups, GROUP_NAMES, type MaintenanceOptions, RESTORE_ORDER } from './groups.ts';
import type { RestoreJob } from './restore-journal.ts';
import { replaceSettings } from './settings-part.ts';
import { runSteps, type Step } from './steps.ts';

/** What is still to be done. */
interface Replaced {
  /** By the user: identifiers of MQTT clients. */
  passwordsNeeded: string[];
  /** Gives attached instruments their periods. @returns what the user is to know, in sentences */
  tellInstruments(): Promise<string[]>;
}

/** @throws MensuraError as `runSteps` does */
export async function replaceParts(options: MaintenanceOptions, work: RestoreJob): Promise<Replaced> {
  const { settings, devices, mqtt, gateways, alarms, defaultPeriodOf, logger } = options;
  const { what, backup, parts, kept } = work;
  const devicesBefore = devices.all();
  let passwordsNeeded: string[] = [];
  const replacements: Record<BackupGroup, Step['replace']> = {
    settings: () => replaceSettings(settings, backup.settings),
    devices: () => devices.replaceAll(backup.devices),
    alarms: () => alarms.replaceAll(backup.alarms),
    gateways: () => gateways.replaceAll(backup.gateways),
    mqtt: async () => {
      passwordsNeeded = await mqtt.replaceAll(backup.mqtt, backup.with_secrets);
      // It is the last: nothing that could fail comes after it.
      return async () => {};
    },
  };
  const wanted = RESTORE_ORDER.filter((part) => parts.includes(part));
  await runSteps(
    wanted.map((part) => ({ name: GROUP_NAMES[part], replace: replacements[part] })),
    kept,
    logger,
  );
  const done = what === 'reset' ? 'reset' : 'restored';
  logger.info(`${done} ${formatGroups(parts)} (previous state in ${kept})`);
  return {
    passwordsNeeded,
    tellInstruments: async () => {
      const notes = parts.includes('devices') ? await devices.sendPeriods(devicesBefore, defaultPeriodOf) : [];
      return [...notes, ...astray(options, parts)];
    },
  };
}

/** Gateways that name an MQTT client which is not there: they stay, and say so themselves too. */
function astray({ mqtt, gateways }: MaintenanceOptions, parts: readonly BackupGroup[]): string[] {
  if (!parts.includes('mqtt') && !parts.includes('gateways')) return [];
  const { clients } = mqtt.export().mqtt;
  return gateways
    .list()
    .gateways.flatMap(({ config }) =>
      config.kind === 'mqtt' && !Object.hasOwn(clients, config.client)
        ? [`Gateway "${config.name}" uses MQTT client "${config.client}", which does not exist.`]
        : [],
    );
}
