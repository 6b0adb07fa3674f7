/** Alarms over a registry that the test plays, in a time that only the test moves, with files in a folder of its own. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';
import { type AlarmLogStore } from '../../../service/alarms/alarm-log.ts';
import { AlarmManager } from '../../../service/alarms/manager.ts';
import type { Recipient } from '../../../service/alarms/notification-queue.ts';
import { AlarmRuleStore } from '../../../service/alarms/rule-store.ts';
import { AlarmStateStore } from '../../../service/alarms/state-store.ts';
import {
  type Alarm,
  type AlarmLogPart,
  type AlarmLogQuery,
  type AlarmRuleInput,
  alarmMatcher,
  alarmRuleInputSchema,
  type EntityChange,
} from '../../../service/contract/index.ts';
import { KnownDevices } from '../../../service/devices/known-devices.ts';
import { Registry } from '../../../service/devices/registry.ts';
import type { DeviceDescription, DeviceKey } from '../../../service/devices/types.ts';
import { systemClock } from '../../../service/support/clock.ts';
import { Emitter } from '../../../service/support/emitter.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { berlin } from '../../support/berlin.ts';
import { fail } from '../../support/played/played.ts';
import { describePth, PlayedDriver } from '../devices/support.ts';
import { type RecordedLog, recordedLog } from '../http/support/recorded-log.ts';

export const START = Date.UTC(2026, 10, 20, 14, 45, 12, 318);

/** A log in memory; it may fail, or hang. */
export class PlayedLog implements AlarmLogStore {
  readonly entries = new Map<string, Alarm>();
  /** What was put, in order. */
  readonly puts: Alarm[][] = [];
  failure: Error | undefined;
  gate: Promise<void> | undefined;

  async put(alarms: readonly Alarm[]): Promise<void> {
    await this.gate;
    if (this.failure) throw this.failure;
    this.puts.push([...alarms]);
    for (const alarm of alarms) this.entries.set(alarm.id, alarm);
  }

  async list({ from, to, after, limit, filter = {} }: AlarmLogQuery): Promise<AlarmLogPart> {
    if (this.failure) throw this.failure;
    const matching = [...this.entries.values()]
      .filter(({ since }) => Date.parse(since) >= from && Date.parse(since) < to)
      .filter(alarmMatcher(filter))
      .toSorted((a, b) => Date.parse(b.since) - Date.parse(a.since));
    const alarms = matching.slice(after ? matching.findIndex(({ id }) => id === after.id) + 1 : 0).slice(0, limit);
    return { alarms, next: alarms.at(-1) ?? null };
  }
}

/** A rule for the temperature of E24638, with what is given. */
export function rule(changes: Partial<AlarmRuleInput>): AlarmRuleInput {
  return alarmRuleInputSchema.parse({ family: 'usb', serial: 'E24638', channel: 'temperature', ...changes });
}

export interface AlarmBench {
  manager: AlarmManager;
  known: KnownDevices;
  registry: Registry;
  driver: PlayedDriver;
  log: PlayedLog;
  told: RecordedLog;
  dataDir: string;
  events: EntityChange<'alarm'>[];
  ruleEvents: EntityChange<'alarm-rule'>[];
  /** Puts a device into a group; an empty name takes it out. */
  setGroup(serial: string, group: string): void;
  /** Forgets a disconnected device. */
  forget(serial: string): Promise<void>;
  /** What was wrong with the files. */
  damages: (string | undefined)[];
  attach(serial?: string, changes?: Partial<DeviceDescription>): void;
  detach(serial?: string): void;
  /** One sampling moment of one channel. */
  measure(magnitude: number | null, changes?: { serial?: string; channel?: string; at?: number }): void;
  /** The listed alarms, newest first. */
  alarms(): Alarm[];
  /** Lets time pass, and then what is to be written be written: the file, and after it the log. */
  passAndKeep(ms: number): Promise<void>;
}

/** Writes the file of rules, as an earlier run would have. */
async function saveRules(dataDir: string, rules: readonly AlarmRuleInput[]): Promise<void> {
  const entries = rules.map((each, index) => ({ id: `a${index.toString(16).padStart(8, '0')}`, rule: each }));
  await writeFile(join(dataDir, 'alarms.json'), JSON.stringify({ version: 1, rules: entries }));
}

/**
 * In `describe` or at the top of a file: a folder and a time of its own for each test. The rules, where some are given,
 * are there from an earlier run.
 */
export function alarmBenches(): (
  log?: PlayedLog,
  rules?: readonly AlarmRuleInput[],
  recipients?: ReadonlyMap<string, Recipient>,
) => Promise<AlarmBench> {
  let dataDir = '';
  let benches: AlarmBench[] = [];
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'mensura-alarms-'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], now: START });
  });
  afterEach(async () => {
    for (const { manager, known } of benches) {
      const stopped = Promise.all([manager.stop(), known.stop()]);
      // A log that hangs is not waited for any longer.
      await vi.advanceTimersByTimeAsync(2000);
      await stopped;
    }
    benches = [];
    vi.useRealTimers();
    await rm(dataDir, { recursive: true, force: true });
  });
  return async (log = new PlayedLog(), rules = [], recipients = new Map()) => {
    if (rules.length > 0) await saveRules(dataDir, rules);
    const bench = await startBench(dataDir, log, recipients);
    benches.push(bench);
    return bench;
  };
}

async function startBench(
  dataDir: string,
  log: PlayedLog,
  recipients: ReadonlyMap<string, Recipient>,
): Promise<AlarmBench> {
  const clock = systemClock;
  const registry = new Registry({ clock, logger: silentLogger });
  const driver = new PlayedDriver();
  driver.connect(registry);
  const told = recordedLog();
  const rules = new AlarmRuleStore(dataDir, told);
  const state = new AlarmStateStore(dataDir, told);
  const damages = [await rules.start(), await state.start()];
  const groups = new Map<string, string>();
  const settings = {
    get: ({ serial }: DeviceKey) => ({ group: groups.get(serial) ?? '' }),
    events: new Emitter<{ changed: DeviceKey }>(fail),
  };
  const store = {
    devices: [],
    startWriting: () => {},
    writes: { request: () => {}, flush: async () => {}, stop: async () => {} },
  };
  const known = new KnownDevices({ registry, store, clock, logger: silentLogger });
  known.start();
  const devices = { registry, known, settings };
  const manager = new AlarmManager({ rules, state, log, ...devices, clock, offsetOf: berlin, logger: told });
  const events: EntityChange<'alarm'>[] = [];
  const ruleEvents: EntityChange<'alarm-rule'>[] = [];
  manager.events.on('alarm', (event) => events.push(event));
  manager.events.on('rule', (event) => ruleEvents.push(event));
  manager.notifications.setRecipients(recipients);
  manager.start();
  return {
    manager,
    known,
    registry,
    driver,
    log,
    told,
    dataDir,
    events,
    ruleEvents,
    damages,
    attach: (serial = 'E24638', changes = {}) => driver.events.emit('attached', describePth(serial, changes)),
    detach: (serial = 'E24638') =>
      driver.events.emit('detached', { family: 'usb', serial, reason: 'it was unplugged' }),
    setGroup: (serial, group) => {
      groups.set(serial, group);
      settings.events.emit('changed', { family: 'usb', serial });
    },
    forget: (serial) => known.forget({ family: 'usb', serial }),
    measure: (magnitude, { serial = 'E24638', channel = 'temperature', at = Date.now() } = {}) =>
      driver.events.emit('readings', { family: 'usb', serial, at, samples: [{ channel, magnitude }] }),
    alarms: () => manager.list().alarms,
    passAndKeep: async (ms) => {
      await pass(ms);
      await state.writes.flush();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** Lets time pass. */
export async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

/** A moment so many milliseconds after the start. */
export function moment(ms: number): string {
  return new Date(START + ms).toISOString();
}
