import {
  APP_VERSION_TEXT,
  BACKUP_GROUPS,
  type Backup,
  type BackupGroup,
  firstStart,
  type RestoreConfirm,
  type RestorePreview,
  type RestoreResult,
} from '../contract/index.ts';
import type { ProblemReport } from '../devices/problems.ts';
import { errorClause, errorText, invalidFields, isMensuraError, MensuraError } from '../support/errors.ts';
import { effectsOf, refusedOrigins, withConfirmedOrigins } from './effects.ts';
import { formatGroups, groupsIn, leftOut, type MaintenanceOptions } from './groups.ts';
import { previewOf } from './preview.ts';
import { replaceGroups } from './replace-groups.ts';
import { type RestoreJob, RestoreJournal } from './restore-journal.ts';
import { SafetyBackups } from './safety-backups.ts';

const CODE = 'restore-interrupted';
const SUBJECT = 'restore';

const began = ({ what }: RestoreJob): string => `A ${what} was interrupted`;

/** @param groups the replaced groups, as part of a sentence */
function completedProblem(
  work: RestoreJob,
  groups: string,
  { passwords_needed: clients, notes }: RestoreResult,
): ProblemReport {
  const passwords =
    clients.length === 0
      ? ''
      : ` Enter the passwords, certificates or keys of these MQTT clients again: ${clients.join(', ')}.`;
  return {
    code: CODE,
    subject: SUBJECT,
    text: `${began(work)} and was completed at this start: ${groups}.`,
    remedy: [`The previous state is saved in ${work.kept}.${passwords}`, ...notes].join(' '),
  };
}

/** @param cause undefined if it was not retried */
function incompleteProblem(work: RestoreJob, groups: string, cause?: unknown): ProblemReport {
  const why = cause === undefined ? 'too many attempts' : errorClause(cause);
  return {
    code: CODE,
    subject: SUBJECT,
    text: `${began(work)} and could not be completed: ${why}. These may be only partly replaced: ${groups}.`,
    remedy: `Check these settings and ${work.what === 'reset' ? 'reset' : 'restore the backup'} again. The previous state is saved in ${work.kept}; restore that file to return to it.`,
  };
}

/** The interrupted work is unknown. @param damage what is wrong with the journal */
function unreadableProblem(damage: string): ProblemReport {
  return {
    code: CODE,
    subject: SUBJECT,
    text: `A restore or reset was interrupted, and its record cannot be read: ${damage}`,
    remedy: 'Check the settings, then restore the backup again, or the newest file in the "backups" folder.',
  };
}

/** Attempts to complete an interrupted restore. */
const MOST_BEGUN = 3;

/** Prefixes the field errors of a check with their path in the request. */
function within(path: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!isMensuraError(error) || error.errors.length === 0) throw error;
    throw invalidFields(error.errors.map(({ path: field, message }) => ({ path: `${path}.${field}`, message })));
  }
}

export class Maintenance {
  readonly #options: MaintenanceOptions;
  readonly #safetyBackups: SafetyBackups;
  readonly #journal: RestoreJournal;
  #isBusy = false;

  constructor(options: MaintenanceOptions) {
    this.#options = options;
    this.#safetyBackups = new SafetyBackups(options);
    this.#journal = new RestoreJournal(options);
  }

  backup(): Backup {
    const { settings, devices, mqtt, gateways, databases, destinations } = this.#options;
    const { alarms, dashboards, corrections, computed, runPlans, clock } = this.#options;
    return {
      format: 'mensura-backup',
      version: 1,
      release: APP_VERSION_TEXT,
      made: new Date(clock.now()).toISOString(),
      settings: settings.get(),
      devices: devices.all(),
      mqtt: mqtt.export(),
      with_secrets: mqtt.withSecrets(),
      gateways: gateways.list().gateways.map(({ id, config }) => ({ id, config })),
      databases: databases.list().databases.map(({ id, config }) => ({ id, config })),
      databases_with_secrets: databases.withSecrets(),
      destinations: destinations.list().destinations.map(({ id, config }) => ({ id, config })),
      destinations_with_secrets: destinations.withSecrets(),
      alarms: alarms.list().rules.map(({ id, rule }) => ({ id, rule })),
      dashboards: [...dashboards.list()],
      corrections: corrections.stored(),
      computed: computed.stored(),
      run_plans: runPlans.stored(),
    };
  }

  /** Changes nothing. @throws MensuraError `bad-request` as `restore` does */
  async preview(backup: Backup, groups: readonly BackupGroup[]): Promise<RestorePreview> {
    this.#check(backup, groups);
    return previewOf(this.#options, this.backup(), backup, groups);
  }

  /**
   * Replaces these groups; the current settings are saved to a file first. Effects that require it must be confirmed; an
   * unconfirmed origin is not restored. A client without a password in the backup keeps its own if identifier and
   * address are the same.
   * @throws MensuraError `bad-request` naming what is invalid, before anything changes; `storage-failed`
   */
  restore(backup: Backup, groups: readonly BackupGroup[], confirm: RestoreConfirm = {}): Promise<RestoreResult> {
    return this.#alone(async () => {
      this.#check(backup, groups);
      const effects = effectsOf(this.backup(), backup, groups);
      const decided = withConfirmedOrigins(backup, effects, confirm);
      const notes = leftOut(this.#options.settings.get(), backup, groups);
      const origins = refusedOrigins(effects, confirm);
      if (origins.length > 0) notes.push(`Web origins without confirmation were not restored: ${origins.join(', ')}.`);
      const restored = await this.#replace('restore', decided, groupsIn(backup, groups));
      return { ...restored, notes: [...notes, ...restored.notes] };
    });
  }

  /** Resets these groups to their defaults. @throws MensuraError `storage-failed` */
  reset(groups: readonly BackupGroup[]): Promise<RestoreResult> {
    const nothing: Backup = { ...this.backup(), ...firstStart() };
    return this.#alone(async () => {
      const notes = leftOut(this.#options.settings.get(), nothing, groups);
      const reset = await this.#replace('reset', nothing, groups);
      return { ...reset, notes: [...notes, ...reset.notes] };
    });
  }

  /**
   * Completes an interrupted restore and reports it. Call it when all parts run, so that it takes effect at once.
   * Never throws.
   */
  async resume(): Promise<void> {
    const { raise, logger } = this.#options;
    try {
      await this.#alone(async () => {
        const work = await this.#journal.read();
        if (typeof work === 'string') raise(unreadableProblem(work));
        else if (work) raise(await this.#complete(work));
      });
    } catch (error) {
      logger.error(`cannot check for an interrupted restore: ${errorText(error)}`, { error });
    }
  }

  async #complete(work: RestoreJob): Promise<ProblemReport> {
    const groups = formatGroups(work.parts);
    if (work.begun >= MOST_BEGUN) {
      await this.#journal.end();
      return incompleteProblem(work, groups);
    }
    try {
      return completedProblem(work, groups, await this.#run({ ...work, begun: work.begun + 1 }));
    } catch (error) {
      return incompleteProblem(work, groups, error);
    }
  }

  /** @throws MensuraError `conflict` while another one runs */
  async #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isBusy)
      throw new MensuraError('conflict', 'Another restore or reset is in progress. Wait for it to finish.');
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      this.#isBusy = false;
    }
  }

  /** Checks beyond the schema. @throws MensuraError `bad-request` */
  #check(backup: Backup, groups: readonly BackupGroup[]): void {
    const { mqtt, gateways, databases, destinations, alarms, dashboards, corrections, computed } = this.#options;
    const { runPlans } = this.#options;
    if (groupsIn(backup, groups).length === 0) {
      throw invalidFields(groups.map((group) => ({ path: `backup.${group}`, message: 'is missing' })));
    }
    if (groups.includes('mqtt')) within('backup.mqtt', () => mqtt.checkReplacement(backup.mqtt));
    if (groups.includes('gateways')) within('backup.gateways', () => gateways.checkReplacement(backup.gateways));
    if (groups.includes('alarms')) within('backup.alarms', () => alarms.checkReplacement(backup.alarms));
    const { dashboards: pages, databases: wantedDatabases, corrections: corrected, computed: formulas } = backup;
    if (pages && groups.includes('dashboards')) within('backup.dashboards', () => dashboards.checkReplacement(pages));
    if (corrected && groups.includes('corrections')) {
      within('backup.corrections', () => corrections.checkReplacement(corrected));
    }
    if (formulas && groups.includes('computed')) within('backup.computed', () => computed.checkReplacement(formulas));
    if (wantedDatabases && groups.includes('databases')) {
      within('backup.databases', () => databases.checkReplacement(wantedDatabases));
    }
    const { destinations: wantedDestinations, run_plans: plans } = backup;
    if (plans && groups.includes('run_plans')) within('backup.run_plans', () => runPlans.checkReplacement(plans));
    if (wantedDestinations && groups.includes('destinations')) {
      within('backup.destinations', () => destinations.checkReplacement(wantedDestinations));
    }
  }

  async #replace(what: RestoreJob['what'], backup: Backup, groups: readonly BackupGroup[]): Promise<RestoreResult> {
    const kept = await this.#safetyBackups.save(this.backup());
    return this.#run({ what, backup, parts: [...groups], kept, begun: 1 });
  }

  async #run(work: RestoreJob): Promise<RestoreResult> {
    const { passwordsNeeded, sendPeriods } = await this.#replaceSafely(work);
    // May take long, while the user makes further changes that a restart after a crash must not replace. Every start
    // sets the sampling periods anyway.
    const notes = await sendPeriods();
    return { ...this.#restored(work.parts), passwords_needed: passwordsNeeded, notes, kept: work.kept };
  }

  /** All groups or none; an interrupted replacement is completed at the next start. */
  async #replaceSafely(work: RestoreJob): ReturnType<typeof replaceGroups> {
    await this.#journal.start(work);
    try {
      return await replaceGroups(this.#options, work);
    } finally {
      await this.#journal.end();
    }
  }

  #restored(groups: readonly BackupGroup[]): Omit<RestoreResult, 'passwords_needed' | 'notes' | 'kept'> {
    const now = this.backup();
    return {
      parts: BACKUP_GROUPS.filter((group) => groups.includes(group)),
      devices: Object.keys(now.devices).length,
      mqtt_clients: Object.keys(now.mqtt.mqtt.clients).length,
      gateways: now.gateways.length,
      databases: now.databases?.length ?? 0,
      destinations: now.destinations?.length ?? 0,
      alarm_rules: now.alarms.length,
      dashboards: now.dashboards?.length ?? 0,
      corrections: now.corrections?.filter(({ versions }) => versions.at(-1)?.correction).length ?? 0,
      computed_channels: now.computed?.length ?? 0,
      run_plans: now.run_plans?.length ?? 0,
    };
  }
}
