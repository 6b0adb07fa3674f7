/** Backup, restore and reset of everything that a user set. */
import {
  type Backup,
  RELEASE_TEXT,
  type Restored,
  SETTING_PARTS,
  type SettingPart,
  settingsSchema,
} from '../contract/index.ts';
import type { MaintenanceAdministration } from '../http/options.ts';
import { badFields, isMensuraError, MensuraError } from '../support/errors.ts';
import { KeptBackups } from './kept-backups.ts';
import { type MaintenanceOptions, ORDER } from './parts.ts';
import { replaceSettings, settingsLeftOut } from './settings-part.ts';
import { runSteps, type Step } from './steps.ts';

/** How a sentence names a part. */
const NAMES: Readonly<Record<SettingPart, string>> = {
  settings: 'the settings',
  devices: 'the names, notes and periods of devices',
  mqtt: 'the MQTT clients',
  gateways: 'the gateways',
  alarms: 'the rules of alarms',
};

/** Lets a check name its fields by where they are in the body of a request. */
function within(path: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!isMensuraError(error) || error.problems.length === 0) throw error;
    throw badFields(error.problems.map(({ path: field, message }) => ({ path: `${path}.${field}`, message })));
  }
}

export class Maintenance implements MaintenanceAdministration {
  readonly #options: MaintenanceOptions;
  readonly #kept: KeptBackups;
  #isBusy = false;

  constructor(options: MaintenanceOptions) {
    this.#options = options;
    this.#kept = new KeptBackups(options);
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

  restore(backup: Backup, parts: readonly SettingPart[]): Promise<Restored> {
    const { settings } = this.#options;
    return this.#alone(async () => {
      this.#check(backup, parts);
      const leftOut = parts.includes('settings') ? settingsLeftOut(settings.get(), backup.settings) : [];
      const restored = await this.#replace(backup, parts, 'Restored from a backup');
      return { ...restored, notes: [...leftOut, ...restored.notes] };
    });
  }

  reset(parts: readonly SettingPart[]): Promise<Restored> {
    const nothing: Backup = {
      ...this.backup(),
      settings: settingsSchema.parse({}),
      devices: {},
      mqtt: { mqtt: { clients: {} } },
      with_secrets: [],
      gateways: [],
      alarms: [],
    };
    return this.#alone(() => this.#replace(nothing, parts, 'Reset'));
  }

  /** @throws MensuraError `conflict` while another is under way */
  async #alone(work: () => Promise<Restored>): Promise<Restored> {
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

  async #replace(backup: Backup, parts: readonly SettingPart[], what: string): Promise<Restored> {
    const { settings, devices, mqtt, gateways, alarms, defaultPeriodOf, logger } = this.#options;
    const kept = await this.#kept.keep(this.backup());
    const devicesBefore = devices.all();
    let passwordsNeeded: string[] = [];
    const replacements: Record<SettingPart, Step['replace']> = {
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
    const wanted = ORDER.filter((part) => parts.includes(part));
    await runSteps(
      wanted.map((part) => ({ name: NAMES[part], replace: replacements[part] })),
      kept,
      logger,
    );
    const notes = parts.includes('devices') ? await devices.sendPeriods(devicesBefore, defaultPeriodOf) : [];
    logger.info(`${what}: ${wanted.map((part) => NAMES[part]).join(', ')}. Everything as it was before is in ${kept}.`);
    return {
      ...this.#restored(parts),
      passwords_needed: passwordsNeeded,
      notes: [...notes, ...this.#astray(parts)],
      kept,
    };
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

  /** Gateways that name an MQTT client which is not there: they stay, and say so themselves too. */
  #astray(parts: readonly SettingPart[]): string[] {
    if (!parts.includes('mqtt') && !parts.includes('gateways')) return [];
    const { mqtt, gateways } = this.#options;
    const { clients } = mqtt.export().mqtt;
    return gateways
      .list()
      .gateways.flatMap(({ config }) =>
        config.kind === 'mqtt' && !Object.hasOwn(clients, config.client)
          ? [`The gateway "${config.name}" reads over the MQTT client "${config.client}", which does not exist.`]
          : [],
      );
  }
}
