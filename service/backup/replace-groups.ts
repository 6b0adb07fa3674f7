import type { BackupGroup } from '../contract/index.ts';
import { formatGroups, GROUP_NAMES, type MaintenanceOptions, RESTORE_ORDER } from './groups.ts';
import type { RestoreJob } from './restore-journal.ts';
import { replaceSettings } from './settings-group.ts';
import { runSteps, type Step } from './steps.ts';

/** Work left after the replacement. */
interface Replaced {
  /** Identifiers of MQTT clients whose passwords the user must enter. */
  passwordsNeeded: string[];
  /** Sets the sampling periods of connected devices. @returns notes for the user, in sentences */
  sendPeriods(): Promise<string[]>;
}

/** @throws MensuraError as `runSteps` does */
export async function replaceGroups(options: MaintenanceOptions, work: RestoreJob): Promise<Replaced> {
  const { settings, devices, mqtt, gateways, alarms, defaultPeriodOf, logger } = options;
  const { what, backup, parts: groups, kept } = work;
  const devicesBefore = devices.all();
  let passwordsNeeded: string[] = [];
  const replacements: Record<BackupGroup, Step['replace']> = {
    settings: () => replaceSettings(settings, backup.settings),
    devices: () => devices.replaceAll(backup.devices),
    alarms: () => alarms.replaceAll(backup.alarms),
    gateways: () => gateways.replaceAll(backup.gateways),
    mqtt: async () => {
      passwordsNeeded = await mqtt.replaceAll(backup.mqtt, backup.with_secrets);
      // The last step: nothing after it can fail.
      return async () => {};
    },
  };
  const wanted = RESTORE_ORDER.filter((group) => groups.includes(group));
  await runSteps(
    wanted.map((group) => ({ name: GROUP_NAMES[group], replace: replacements[group] })),
    kept,
    logger,
  );
  const done = what === 'reset' ? 'reset' : 'restored';
  logger.info(`${done} ${formatGroups(groups)} (previous state in ${kept})`);
  return {
    passwordsNeeded,
    sendPeriods: async () => {
      const notes = groups.includes('devices') ? await devices.sendPeriods(devicesBefore, defaultPeriodOf) : [];
      return [...notes, ...astray(options, groups)];
    },
  };
}

/** Gateways with a missing MQTT client: they are restored and report it themselves. */
function astray({ mqtt, gateways }: MaintenanceOptions, groups: readonly BackupGroup[]): string[] {
  if (!groups.includes('mqtt') && !groups.includes('gateways')) return [];
  const { clients } = mqtt.export().mqtt;
  return gateways
    .list()
    .gateways.flatMap(({ config }) =>
      config.kind === 'mqtt' && !Object.hasOwn(clients, config.client)
        ? [`Gateway "${config.name}" uses MQTT client "${config.client}", which does not exist.`]
        : [],
    );
}
