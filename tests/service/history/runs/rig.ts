/** Automatic runs over a registry that the test plays and runs in memory, in a time that only the test moves. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import {
  type Alarm,
  alarmSchema,
  type EntityChange,
  type Run,
  type RunPlanInput,
  runPlanInputSchema,
  runSchema,
} from '../../../../service/contract/index.ts';
import { Registry } from '../../../../service/devices/registry.ts';
import { RunManager } from '../../../../service/history/runs/manager.ts';
import { RunPlanManager } from '../../../../service/history/runs/plan-manager.ts';
import { RunPlanStore } from '../../../../service/history/runs/plan-store.ts';
import type { HistoryStore, StoredRun } from '../../../../service/history/types.ts';
import { systemClock } from '../../../../service/support/clock.ts';
import { Emitter } from '../../../../service/support/emitter.ts';
import { MensuraError } from '../../../../service/support/errors.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { berlin } from '../../../support/berlin.ts';
import { describePth, PlayedDriver } from '../../devices/support.ts';
import { recordedLog } from '../../http/support/recorded-log.ts';

const TEMPERATURE = { family: 'usb', serial: 'E24638', channel: 'temperature' } as const;

function fail(error: unknown): never {
  throw error;
}

/** Stored runs, as of a history that is open. */
export class PlayedHistoryOfRuns {
  readonly events = new Emitter<{ marker: EntityChange<'marker'>; opened: undefined }>(fail);
  readonly stored = new Map<number, Run>();
  isRecording = true;
  /** What changes fail with. */
  failure: Error | undefined;
  /** What changes wait for. */
  gate: Promise<void> | undefined;

  get runs(): HistoryStore['runs'] {
    const unused = (): Promise<never> => Promise.reject(new Error('is not part of this test'));
    return {
      list: unused,
      active: async () => [...this.stored.values()].filter(({ to }) => to === null),
      get: async (id) => this.stored.get(id) ?? fail(new MensuraError('not-found', `No run with ID ${id}.`)),
      add: (run) => this.#put(this.stored.size + 1, run),
      change: (id, run) => this.#put(id, run),
      remove: unused,
      restore: unused,
      statistics: unused,
      attachment: unused,
      attach: unused,
      detach: unused,
    };
  }

  async #put(id: number, stored: StoredRun): Promise<Run> {
    await this.gate;
    if (this.failure) throw this.failure;
    const run = runSchema.parse({ id, ...stored, attachments: [] });
    this.stored.set(id, run);
    return run;
  }
}

/** Alarms as their list has them. */
export class PlayedAlarmList {
  readonly events = new Emitter<{ alarm: EntityChange<'alarm'> }>(fail);
  readonly alarms = new Map<string, Alarm>();

  list(): { alarms: Alarm[] } {
    return { alarms: [...this.alarms.values()] };
  }

  put(id: string, rule: string, ended: string | null): void {
    const since = '2026-11-20T12:00:00.000Z';
    const numbers = { limit: 30, magnitude: 31, peak: 31, unit: '°C' };
    const value = alarmSchema.parse({
      ...TEMPERATURE,
      id,
      rule,
      kind: 'above',
      ...numbers,
      since,
      ended,
      acknowledged: null,
    });
    this.alarms.set(id, value);
    this.events.emit('alarm', { key: id, value });
  }
}

/** A plan for the temperature of E24638. */
export function plan(changes: object): RunPlanInput {
  return runPlanInputSchema.parse({
    name: 'Batch {n}',
    channels: [TEMPERATURE],
    start: { kind: 'request' },
    ...changes,
  });
}

export function limit(changes: object): RunPlanInput['start'] {
  return plan({ start: { kind: 'limit', channel: TEMPERATURE, ...changes } }).start;
}

/** Plan files that are being written. */
let writing = 0;

/** Lets what is under way be written, at the present time. */
export async function settle(): Promise<void> {
  for (let quiet = 0; quiet < 10; quiet = writing === 0 ? quiet + 1 : 0) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Counts what it writes. */
class CountedStore extends RunPlanStore {
  override async change(...args: Parameters<RunPlanStore['change']>): ReturnType<RunPlanStore['change']> {
    writing += 1;
    try {
      return await super.change(...args);
    } finally {
      writing -= 1;
    }
  }
}

/** @param now where the time begins, in UTC */
export function fastTime(now: string): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], now: Date.parse(now) });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

/** Lets time pass, so slowly that what happens is written meanwhile. */
export async function pass(ms: number): Promise<void> {
  for (let left = ms; left >= 0; left -= 10_000) {
    await vi.advanceTimersByTimeAsync(Math.min(left, 10_000));
    await settle();
  }
}

export interface PlanRigOptions {
  dataDir?: string;
  history?: PlayedHistoryOfRuns;
  alarms?: PlayedAlarmList;
  /** Whether the history opens only with `open`. */
  isClosed?: boolean;
}

/** The time is that of `fastTime`. The zone is that of Berlin. */
export async function planRig(options: PlanRigOptions = {}) {
  const { history = new PlayedHistoryOfRuns(), alarms = new PlayedAlarmList(), isClosed = false } = options;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'mensura-plans-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const clock = systemClock;
  const log = recordedLog();
  const registry = new Registry({ clock, logger: silentLogger });
  const driver = new PlayedDriver();
  driver.connect(registry);
  driver.events.emit('attached', describePth('E24638'));
  const store = new CountedStore(dataDir, log);
  const damage = await store.start();
  const runs = new RunManager({ history, clock, logger: log });
  const manager = new RunPlanManager({ store, runs, registry, alarms, clock, offsetOf: berlin, logger: log });
  const events: EntityChange<'run-plan'>[] = [];
  manager.events.on('changed', (event) => events.push(event));
  const stop = async (): Promise<void> => {
    await manager.stop();
    await runs.close();
  };
  onTestFinished(stop);
  const open = async (): Promise<void> => {
    history.events.emit('opened', undefined);
    await settle();
  };
  runs.open();
  manager.start();
  if (!isClosed) await open();
  return {
    manager,
    store,
    runs,
    history,
    alarms,
    log,
    events,
    damage,
    dataDir,
    open,
    stop,
    /** One sampling, and what it starts and stops. */
    measure: async (...magnitudes: (number | null)[]): Promise<void> => {
      for (const magnitude of magnitudes) {
        const samples = [{ channel: 'temperature', magnitude }];
        driver.events.emit('readings', { family: 'usb', serial: 'E24638', at: Date.now(), samples });
        await settle();
      }
    },
    /** Each run by name, and whether it is active. */
    names: (): string[] => [...history.stored.values()].map(({ name, to }) => (to === null ? `${name} active` : name)),
  };
}
