/** Anything as a backup that is restored, and as the note of a restore that the end of the program cut short. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AlarmManager } from '../../../service/alarms/manager.ts';
import { Maintenance } from '../../../service/backup/maintenance.ts';
import { createComputed } from '../../../service/composition/computed.ts';
import { createStores, readStores } from '../../../service/composition/stores.ts';
import {
  BACKUP_GROUPS,
  type Backup,
  backupSchema,
  confirmationOf,
  restoreRequestSchema,
} from '../../../service/contract/index.ts';
import { ActiveCorrections } from '../../../service/corrections/active-corrections.ts';
import { CorrectionManager } from '../../../service/corrections/manager.ts';
import type { ProblemReport } from '../../../service/devices/problems.ts';
import { Registry } from '../../../service/devices/registry.ts';
import { RunPlanManager } from '../../../service/history/runs/plan-manager.ts';
import { checkBody, readJson } from '../../../service/http/routing/strict-json.ts';
import { systemClock as clock } from '../../../service/support/clock.ts';
import { isMensuraError } from '../../../service/support/errors.ts';
import { silentLogger as logger } from '../../../service/support/logger.ts';
import { createManagers } from '../../service/backup/managers.ts';
import { PlayedRuns } from '../../support/played/runs.ts';
import { noRuleDevices } from '../../support/rule-devices.ts';
import { must, type Prey, type Target } from '../engine/target.ts';

/** An input that begins so is the note of a restore under way; any other the body of a request. */
const NOTE = 1;

/** Everything that a user set, in an empty data folder; no broker and no gateway is asked. */
async function createRig(dataDir: string) {
  const registry = new Registry({ clock, logger });
  const stores = createStores({ dataDir, encryption: undefined, registry, logger });
  await readStores(stores, registry);
  const {
    settings,
    memory: devices,
    mqttClients,
    secrets,
    gateways: gatewayStore,
    databases: databaseStore,
    destinations: destinationStore,
    alarmRules,
    alarmState,
    dashboards,
    corrections: corrected,
  } = stores;
  const { mqtt, gateways, databases, destinations } = createManagers({
    dataDir,
    clients: mqttClients,
    vault: secrets,
    gateways: gatewayStore,
    databases: databaseStore,
    destinations: destinationStore,
  });
  const log = { put: () => Promise.resolve(), list: () => Promise.resolve({ alarms: [], next: null }) };
  const alarms = new AlarmManager({
    rules: alarmRules,
    state: alarmState,
    log,
    registry,
    ...noRuleDevices(),
    clock,
    logger,
  });
  const active = new ActiveCorrections(logger);
  const known = { get: () => undefined, forget: async () => {} };
  const corrections = new CorrectionManager({ store: corrected, active, registry, known, clock, logger });
  const history = { query: () => Promise.reject(new Error('no history')) };
  const computed = createComputed({ stores, registry, known, history, clock, logger });
  const runPlans = new RunPlanManager({
    store: stores.runPlans,
    runs: new PlayedRuns(),
    registry,
    alarms,
    clock,
    logger,
  });
  const raised: ProblemReport[] = [];
  const raise = (report: ProblemReport): void => void raised.push(report);
  const maintenance = new Maintenance({
    dataDir,
    raise,
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
    losses: async () => [],
    defaultPeriodOf: () => 1000,
    clock,
    logger,
  });
  return { maintenance, raised };
}

/** Everything but when it was made. */
function content(backup: Backup): string {
  return JSON.stringify({ ...backup, made: '' });
}

function open(base: string): Prey {
  const dataDir = join(base, 'data');
  const fresh = (): void => {
    rmSync(dataDir, { recursive: true, force: true });
    mkdirSync(dataDir);
  };

  async function restore(body: Uint8Array): Promise<void> {
    const { maintenance } = await createRig(dataDir);
    const before = content(maintenance.backup());
    try {
      const { backup, parts = BACKUP_GROUPS, confirm } = checkBody(restoreRequestSchema, readJson(body));
      const { effects } = await maintenance.preview(backup, parts);
      const all = confirmationOf(effects, backup.settings.allowed_origins);
      await maintenance.restore(backup, parts, confirm ?? all);
    } catch (error) {
      if (!isMensuraError(error, 'bad-request') && !isMensuraError(error, 'conflict')) throw error;
      must(content(maintenance.backup()) === before, `refused, and something changed: ${error.message}`);
      return;
    }
    const after = maintenance.backup();
    const text = content(after);
    must(
      backupSchema.safeParse(JSON.parse(JSON.stringify(after))).success,
      'the backup of what was restored is no backup',
    );
    const next = await createRig(dataDir);
    must(content(next.maintenance.backup()) === text, 'the next start has something else than was restored');
    await next.maintenance.restore(after, BACKUP_GROUPS);
    const again = { ...next.maintenance.backup(), with_secrets: after.with_secrets };
    must(content(again) === text, `restored twice it is something else: ${content(again).slice(0, 600)}`);
  }

  async function resume(note: Uint8Array): Promise<void> {
    writeFileSync(join(dataDir, 'restore-under-way.json'), note);
    const { maintenance, raised } = await createRig(dataDir);
    await maintenance.resume();
    must(raised.length === 1 || JSON.stringify(raised) === '[]', `${raised.length} problems of one note`);
    must(
      raised.every(({ text }) => text.length < 5000),
      'a problem without end',
    );
    const next = await createRig(dataDir);
    await next.maintenance.resume();
    must(next.raised.length === 0, `the next start resumes again: ${next.raised[0]?.text}`);
    must(content(next.maintenance.backup()) === content(maintenance.backup()), 'the next start has something else');
  }

  return {
    run: async (input) => {
      fresh();
      await (input[0] === NOTE ? resume(input.subarray(1)) : restore(input.subarray(1)));
    },
  };
}

const BACKUP = {
  format: 'mensura-backup',
  version: 1,
  release: '3.7.0',
  made: '2026-11-20T14:45:12.318Z',
  settings: { csv_log: true, csv_log_interval_s: 2, history_raw_days: 30 },
  devices: {
    'usb/E1': { alias: 'roof', note: 'n', period_ms: 2000, channels: { temperature: { alias: 't', note: '' } } },
  },
  mqtt: { mqtt: { clients: { 'my-client': { host: 'h', port: 1883, name: 'local' } } } },
  with_secrets: ['my-client'],
  gateways: [
    { id: 'g01a2b3c4', config: { kind: 'sensgate', name: 'roof', host: '192.168.40.1', port: 8080, period_ms: 1000 } },
  ],
  alarms: [],
  dashboards: [{ id: 'd01b2c3d4', dashboard: { name: 'Roof', tiles: [] } }],
  computed: [{ id: 'c01b2c3d4', computed: { name: 'Margin', formula: '[usb/E1/temperature] - [usb/E1/dew_point]' } }],
  run_plans: [
    {
      id: 'p01b2c3d4',
      plan: {
        name: 'Night {n}',
        channels: [{ family: 'usb', serial: 'E1', channel: 'temperature' }],
        start: { kind: 'schedule', weekdays: ['mon'], time: '22:00' },
      },
    },
  ],
  corrections: [
    {
      family: 'usb',
      serial: 'E1',
      channel: 'temperature',
      versions: [
        {
          version: 1,
          since: '2026-11-20T14:45:12.318Z',
          unit: '°C',
          correction: { unit: '°C', points: [{ measured: 20.1, reference: 20 }] },
          coefficients: [-0.1, 1, 0],
        },
      ],
    },
  ],
};

const text = JSON.stringify;

export const target: Target = {
  covers: [
    'service/maintenance/',
    'service/contract/',
    'service/settings/',
    'service/http/routing/',
    'service/mqtt/clients/',
    'service/drivers/gateway/',
    'service/alarms/',
  ],
  words: [
    '"parts":["mqtt"]',
    '"parts":["settings","devices"]',
    '"usb/E2":{',
    '"gateway/',
    '"alias":"',
    '"note":"',
    '"with_secrets":[',
    '"two":{"host":"h","port":1883,"name":"two"}',
    '"id":"g',
    '"kind":"mqtt","client":"my-client","prefix":"lab"',
    '"__proto__":{',
    '"advanced":{',
    '"begun":',
    '"tiles":[{"id":"t1","kind":"text","x":0,"y":0,"w":1,"h":1,"text":"',
    '"confirm":{"origins":[',
    'null',
    '{}',
    '[]',
    '"port":',
  ],
  maxBytes: 4096,
  seeds: [
    `\0${text({ backup: BACKUP })}`,
    `\0${text({ backup: BACKUP, confirm: { origins: [], brokers: ['mqtt://h:1883'], gateways: [], settings: ['csv_log'] } })}`,
    `\0${text({ backup: { ...BACKUP, settings: {} }, parts: ['settings', 'devices', 'mqtt', 'gateways', 'alarms', 'dashboards', 'corrections', 'computed', 'run_plans'] })}`,
    `\u0001${text({ version: 1, work: { what: 'restore', backup: BACKUP, parts: ['devices', 'mqtt'], kept: '/there', begun: 1 } })}`,
    `\u0001${text({ version: 1, work: { what: 'reset', backup: { ...BACKUP, settings: {} }, parts: ['settings'], kept: '/there', begun: 3 } })}`,
    `\u0001${text({ version: 1, work: null })}`,
  ],
  open,
};
