import type { BackupGroup } from '../contract/index.ts';
import { errorClause, errorText, isMensuraError, MensuraError } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';
import {
  formatGroups,
  GROUP_NAMES,
  type MaintenanceOptions,
  RESTORE_ORDER,
  replaceSettings,
  type Undo,
} from './groups.ts';
import type { RestoreJob } from './restore-journal.ts';

/** Work left after the replacement. */
interface Replaced {
  /** Identifiers of MQTT clients whose passwords the user must enter. */
  passwordsNeeded: string[];
  /** Sets the sampling periods of connected devices. @returns notes for the user, in sentences */
  sendPeriods(): Promise<string[]>;
}

/** @throws MensuraError as `runSteps` does */
export async function replaceGroups(options: MaintenanceOptions, work: RestoreJob): Promise<Replaced> {
  const {
    settings,
    devices,
    mqtt,
    gateways,
    databases,
    destinations,
    alarms,
    dashboards,
    corrections,
    computed,
    runPlans,
    defaultPeriodOf,
    logger,
  } = options;
  const { what, backup, parts: groups, kept } = work;
  const devicesBefore = devices.all();
  let passwordsNeeded: string[] = [];
  const entryNotes: string[] = [];
  const replacements: Record<BackupGroup, Step['replace']> = {
    settings: () => replaceSettings(settings, backup.settings),
    devices: () => devices.replaceAll(backup.devices),
    alarms: () => alarms.replaceAll(backup.alarms),
    dashboards: () => dashboards.replaceAll(backup.dashboards ?? dashboards.list()),
    corrections: () => corrections.replaceAll(backup.corrections ?? corrections.stored()),
    computed: () => computed.replaceAll(backup.computed ?? computed.stored()),
    run_plans: () => runPlans.replaceAll(backup.run_plans ?? runPlans.stored()),
    gateways: () => gateways.replaceAll(backup.gateways),
    databases: async () => {
      const wanted = backup.databases ?? databases.list().databases.map(({ id, config }) => ({ id, config }));
      const replaced = await databases.replaceAll(wanted, backup.databases_with_secrets);
      entryNotes.push(...replaced.notes);
      return replaced.undo;
    },
    destinations: async () => {
      const wanted = backup.destinations ?? destinations.list().destinations.map(({ id, config }) => ({ id, config }));
      const replaced = await destinations.replaceAll(wanted, backup.destinations_with_secrets);
      entryNotes.push(...replaced.notes);
      return replaced.undo;
    },
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
      return [...notes, ...entryNotes, ...astray(options, groups)];
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

interface Step {
  /** As part of a sentence: 'gateways'. */
  name: string;
  replace(): Promise<Undo>;
}

/** In reverse order. @returns the names of steps that could not be undone */
async function undoAll(done: readonly { name: string; undo: Undo }[], logger: Logger): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, undo } of done.toReversed()) {
    try {
      await undo();
    } catch (error) {
      logger.error(`cannot roll back ${name} after a failed restore: ${errorText(error)}`, { error });
      failed.push(name);
    }
  }
  return failed;
}

/**
 * Replaces groups one after the other: all of them, or none.
 * @param savedTo path of the file with the previous settings
 * @throws the step's error if everything was undone; MensuraError `storage-failed` naming what was not
 */
async function runSteps(steps: readonly Step[], savedTo: string, logger: Logger): Promise<void> {
  const done: { name: string; undo: Undo }[] = [];
  for (const { name, replace } of steps) {
    try {
      done.push({ name, undo: await replace() });
    } catch (cause) {
      const failed = await undoAll(done, logger);
      if (failed.length > 0) throw halfDone(failed, savedTo, cause);
      if (done.length === 0) throw cause;
      throw undone(done, cause);
    }
  }
}

function halfDone(failed: readonly string[], savedTo: string, cause: unknown): MensuraError {
  const text = `${errorClause(cause)}. Could not roll back: ${failed.join(', ')}. The previous state is saved in ${savedTo}; fix the cause, then restore that file.`;
  return new MensuraError('storage-failed', text, { cause });
}

function undone(done: readonly { name: string }[], cause: unknown): MensuraError {
  const text = `${errorClause(cause)}. Rolled back: ${done.map(({ name }) => name).join(', ')}.`;
  const errors = isMensuraError(cause) ? cause.errors : [];
  return new MensuraError(isMensuraError(cause) ? cause.code : 'internal', text, { cause, errors });
}
