/** Backup, restore and reset of everything that a user set. */
import {
  type Backup,
  firstStart,
  RELEASE_TEXT,
  type RestoreConfirm,
  type Restored,
  type RestorePreview,
  SETTING_PARTS,
  type SettingPart,
} from '../contract/index.ts';
import type { TroubleReport } from '../devices/troubles.ts';
import type { MaintenanceAdministration } from '../http/options.ts';
import { errorText, invalidFields, isMensuraError, MensuraError } from '../support/errors.ts';
import { confirmed, effectsOf, refusedOrigins } from './effects.ts';
import { completed, notCompleted, unreadable } from './interrupted.ts';
import { Journal, type Work } from './journal.ts';
import { KeptBackups } from './kept-backups.ts';
import { type MaintenanceOptions, namesOf } from './parts.ts';
import { previewOf } from './preview.ts';
import { replaceParts } from './replace-parts.ts';
import { settingsLeftOut } from './settings-part.ts';

/** How often one is begun that the end of the program cut short. */
const MOST_BEGUN = 3;

/** Lets a check name its fields by where they are in the body of a request. */
function within(path: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!isMensuraError(error) || error.problems.length === 0) throw error;
    throw invalidFields(error.problems.map(({ path: field, message }) => ({ path: `${path}.${field}`, message })));
  }
}

export class Maintenance implements MaintenanceAdministration {
  readonly #options: MaintenanceOptions;
  readonly #kept: KeptBackups;
  readonly #journal: Journal;
  #isBusy = false;

  constructor(options: MaintenanceOptions) {
    this.#options = options;
    this.#kept = new KeptBackups(options);
    this.#journal = new Journal(options);
  }

  backup(): Backup {
    const { settings, devices, mqtt, gateways, alarms, clock } = this.#options;
    return {
      format: 'mensura-backup',
      version: 1,
      release: RELEASE_TEXT,
      made: new Date(clock.now()).toISOString(),
      settings: settings.get(),
      devices: devices.all(),
      mqtt: mqtt.export(),
      with_secrets: mqtt.withSecrets(),
      gateways: gateways.list().gateways.map(({ id, config }) => ({ id, config })),
      alarms: alarms.list().rules,
    };
  }

  async preview(backup: Backup, parts: readonly SettingPart[]): Promise<RestorePreview> {
    this.#check(backup, parts);
    return previewOf(this.#options, this.backup(), backup, parts);
  }

  restore(backup: Backup, parts: readonly SettingPart[], confirm: RestoreConfirm = {}): Promise<Restored> {
    return this.#alone(async () => {
      this.#check(backup, parts);
      const effects = effectsOf(this.backup(), backup, parts);
      const decided = confirmed(backup, effects, confirm);
      const leftOut = this.#leftOut(backup, parts);
      const origins = refusedOrigins(effects, confirm);
      if (origins.length > 0) leftOut.push(`Web origins that were not confirmed were left out: ${origins.join(', ')}.`);
      const restored = await this.#replace('restore', decided, parts);
      return { ...restored, notes: [...leftOut, ...restored.notes] };
    });
  }

  reset(parts: readonly SettingPart[]): Promise<Restored> {
    const nothing: Backup = { ...this.backup(), ...firstStart() };
    return this.#alone(async () => {
      const leftOut = this.#leftOut(nothing, parts);
      const reset = await this.#replace('reset', nothing, parts);
      return { ...reset, notes: [...leftOut, ...reset.notes] };
    });
  }

  /**
   * Completes what the end of the program cut short, and tells of it. Call it once everything runs: what is restored has
   * its effect at once. Never fails.
   */
  async resume(): Promise<void> {
    const { raise, logger } = this.#options;
    try {
      await this.#alone(async () => {
        const work = await this.#journal.read();
        if (typeof work === 'string') raise(unreadable(work));
        else if (work) raise(await this.#complete(work));
      });
    } catch (error) {
      logger.error(`Whether a restore was cut short could not be found out: ${errorText(error)}`, { error });
    }
  }

  async #complete(work: Work): Promise<TroubleReport> {
    const parts = namesOf(work.parts);
    if (work.begun >= MOST_BEGUN) {
      await this.#journal.end();
      return notCompleted(work, parts);
    }
    try {
      return completed(work, parts, await this.#run({ ...work, begun: work.begun + 1 }));
    } catch (error) {
      return notCompleted(work, parts, error);
    }
  }

  /** @throws MensuraError `conflict` while another is under way */
  async #alone<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    if (this.#isBusy) throw new MensuraError('conflict', 'Another restore or reset is under way. Wait for its end.');
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      this.#isBusy = false;
    }
  }

  /** What its schema could not tell. @throws MensuraError `bad-request` */
  #check(backup: Backup, parts: readonly SettingPart[]): void {
    const { mqtt, gateways, alarms } = this.#options;
    if (parts.includes('mqtt')) within('backup.mqtt', () => mqtt.checkReplacement(backup.mqtt));
    if (parts.includes('gateways')) within('backup.gateways', () => gateways.checkReplacement(backup.gateways));
    if (parts.includes('alarms')) within('backup.alarms', () => alarms.checkReplacement(backup.alarms));
  }

  /** What of the settings stays as it is, in sentences. */
  #leftOut({ settings: wanted }: Backup, parts: readonly SettingPart[]): string[] {
    return parts.includes('settings') ? settingsLeftOut(this.#options.settings.get(), wanted) : [];
  }

  async #replace(what: Work['what'], backup: Backup, parts: readonly SettingPart[]): Promise<Restored> {
    const kept = await this.#kept.keep(this.backup());
    return this.#run({ what, backup, parts: [...parts], kept, begun: 1 });
  }

  async #run(work: Work): Promise<Restored> {
    const { passwordsNeeded, tellInstruments } = await this.#replaceSafely(work);
    // These may take their time, in which the user goes on: a start after a crash must not replace that too. It gives
    // every instrument its period anyway.
    const notes = await tellInstruments();
    return { ...this.#restored(work.parts), passwords_needed: passwordsNeeded, notes, kept: work.kept };
  }

  /** All parts or none; what the end of the program cuts short is completed at the next start. */
  async #replaceSafely(work: Work): ReturnType<typeof replaceParts> {
    await this.#journal.begin(work);
    try {
      return await replaceParts(this.#options, work);
    } finally {
      await this.#journal.end();
    }
  }

  #restored(parts: readonly SettingPart[]): Omit<Restored, 'passwords_needed' | 'notes' | 'kept'> {
    const now = this.backup();
    return {
      parts: SETTING_PARTS.filter((part) => parts.includes(part)),
      devices: Object.keys(now.devices).length,
      mqtt_clients: Object.keys(now.mqtt.mqtt.clients).length,
      gateways: now.gateways.length,
      alarm_rules: now.alarms.length,
    };
  }
}
