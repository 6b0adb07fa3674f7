/** The gateway driver over adapters that the test plays, with a data folder of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type {
  EntityChange,
  GatewayConfig,
  GatewayStatus,
  GatewayTestResult,
  RemoteConfig,
  SensgateConfig,
} from '../../../../service/contract/index.ts';
import { GatewayOwnership } from '../../../../service/drivers/gateway/devices/gateway-ownership.ts';
import { GatewayManager } from '../../../../service/drivers/gateway/manager.ts';
import { GatewayStore } from '../../../../service/drivers/gateway/store.ts';
import type {
  Adapter,
  AdapterEvents,
  AdapterKind,
  GatewayDeviceKey,
} from '../../../../service/drivers/gateway/types.ts';
import { systemClock } from '../../../../service/support/clock.ts';
import { Emitter } from '../../../../service/support/emitter.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { DriverRecord } from '../driver-record.ts';
import { seenPth } from './devices/support.ts';

export function sensgate(changes: Partial<SensgateConfig> = {}): SensgateConfig {
  return {
    kind: 'sensgate',
    name: 'Cellar',
    enabled: true,
    host: '192.168.40.1',
    port: 8080,
    period_ms: 1000,
    ...changes,
  };
}

export function remote(changes: Partial<RemoteConfig> = {}): RemoteConfig {
  return { kind: 'mqtt', name: 'Fleet', enabled: true, client: 'lab', prefix: 'fleet/+', ...changes };
}

/** An adapter that says what the test tells it to say. */
export class PlayedAdapter implements Adapter {
  readonly id: string;
  readonly config: GatewayConfig;
  readonly events = new Emitter<AdapterEvents>((error) => {
    throw error;
  });
  status: GatewayStatus = {
    state: 'connecting',
    since: '2026-11-20T14:45:12.318Z',
    error: null,
    next_retry: null,
    latency_ms: null,
    received: 0,
    refused: 0,
    unknown_answer: null,
    instruments: 0,
    gateways: [],
    gateway_count: 0,
  };
  /** What was done with it. */
  readonly done: string[] = [];
  readonly periods: [GatewayDeviceKey, number][] = [];
  /** What a stop waits for. */
  gate: Promise<void> = Promise.resolve();
  setPeriod?: (key: GatewayDeviceKey, periodMs: number) => Promise<void>;

  constructor(id: string, config: GatewayConfig) {
    this.id = id;
    this.config = config;
    if (config.kind === 'sensgate') {
      this.setPeriod = async (key, periodMs) => {
        this.periods.push([key, periodMs]);
      };
    }
  }

  start(): void {
    this.done.push('start');
  }

  async stop(reason: string): Promise<void> {
    this.done.push('stop');
    await this.gate;
    this.done.push(`stopped: ${reason}`);
  }

  connectNow(): void {
    this.done.push('connect');
  }

  get isAtWork(): boolean {
    return this.done.includes('start') && !this.done.some((step) => step.startsWith('stopped'));
  }

  fare(status: Partial<GatewayStatus>): void {
    this.count(status);
    this.events.emit('status', undefined);
  }

  /** Fares otherwise without saying so, as with counters. */
  count(status: Partial<GatewayStatus>): void {
    this.status = { ...this.status, ...status };
  }

  fail(text: string): void {
    const error = { code: 'not-a-gateway', text, remedy: 'Check it.', timestamp: '2026-11-20T14:45:12.318Z' } as const;
    this.fare({ state: 'failed', error });
  }

  see(gatewaySerial: string, serial: string): void {
    this.events.emit('seen', seenPth(gatewaySerial, serial));
  }
}

export interface Trial {
  config: GatewayConfig;
  signal: AbortSignal;
  answer: PromiseWithResolvers<GatewayTestResult>;
}

export class Rig extends DriverRecord {
  readonly dataDir: string;
  readonly store: GatewayStore;
  readonly manager: GatewayManager;
  /** Every adapter that was made, in order. */
  readonly adapters: PlayedAdapter[] = [];
  readonly trials: Trial[] = [];
  /** Whether trials end as soon as they are told to. */
  endsTrials = true;
  /** What was told of the gateways. */
  readonly told: EntityChange<'gateway'>[] = [];

  constructor(dataDir: string) {
    super();
    this.dataDir = dataDir;
    this.store = new GatewayStore(dataDir, silentLogger);
    const kind: AdapterKind<never> = {
      create: (id, config) => {
        const adapter = new PlayedAdapter(id, config);
        this.adapters.push(adapter);
        return adapter;
      },
      test: (config, signal) => {
        const answer = Promise.withResolvers<GatewayTestResult>();
        const end = (): void => {
          if (this.endsTrials) answer.reject(signal.reason as Error);
        };
        signal.addEventListener('abort', end, { once: true });
        this.trials.push({ config, signal, answer });
        return answer.promise;
      },
    };
    this.manager = new GatewayManager({
      store: this.store,
      kinds: { sensgate: kind, mqtt: kind },
      ownership: new GatewayOwnership({
        registry: this.bench.ownership,
        nodes: { numberOf: () => 1 },
        clock: systemClock,
      }),
      clock: systemClock,
      logger: silentLogger,
    });
    this.manager.events.on('changed', (event) => this.told.push(event));
  }

  /** The newest adapter of a gateway. */
  adapterOf(id: string): PlayedAdapter {
    const adapter = this.adapters.findLast((candidate) => candidate.id === id);
    if (!adapter) throw new Error(`No adapter was made for ${id}.`);
    return adapter;
  }

  /** The ids of the gateways at work, once for each adapter. */
  atWork(): string[] {
    return this.adapters.filter((adapter) => adapter.isAtWork).map(({ id }) => id);
  }
}

export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mensura-gateways-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A driver that is at work, until the test is over. */
export async function startRig(dataDir = freshFolder()): Promise<Rig> {
  const rig = new Rig(dataDir);
  await rig.store.start();
  await rig.manager.start();
  onTestFinished(() => rig.manager.stop());
  return rig;
}
