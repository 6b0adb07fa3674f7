/** Runs one gateway. Its operations run one at a time, however fast they are requested. */
import { isDeepStrictEqual } from 'node:util';
import type { GatewayConfig, GatewayStatus } from '../../contract/index.ts';
import type { Clock } from '../../support/clock.ts';
import { errorText } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';
import { TaskQueue } from '../../support/task-queue.ts';
import { CurrentProblem } from '../current-problem.ts';
import type { GatewayOwnership } from './devices/gateway-ownership.ts';
import type { Adapter, AdapterKind } from './types.ts';

/** Creates adapters, by the type of the gateway. */
export type AdapterKinds = { [Kind in GatewayConfig['kind']]: AdapterKind<Extract<GatewayConfig, { kind: Kind }>> };

export interface SlotOptions {
  kinds: AdapterKinds;
  /** Receives the devices and the problem. */
  ownership: GatewayOwnership;
  clock: Clock;
  logger: Logger;
}

interface Running {
  adapter: Adapter;
  end(reason: string): void;
}

export function kindOf(kinds: AdapterKinds, config: GatewayConfig): AdapterKind {
  return kinds[config.kind];
}

export class GatewayRunner {
  readonly #id: string;
  readonly #options: SlotOptions;
  readonly #onChange: () => void;
  readonly #problem: CurrentProblem;
  #config: GatewayConfig;
  /** The last requested configuration; undefined once it is to stop. */
  #wanted: GatewayConfig | undefined;
  #running: Running | undefined;
  #since: number;
  /** Counters of earlier adapters since startup. */
  #received = 0;
  #refused = 0;
  readonly #work = new TaskQueue();

  /** @param onChange called when the result of `status` may have changed, apart from its counters */
  constructor(id: string, config: GatewayConfig, options: SlotOptions, onChange: () => void) {
    this.#id = id;
    this.#config = config;
    this.#options = options;
    this.#onChange = onChange;
    this.#problem = new CurrentProblem(options.ownership.devices);
    this.#since = options.clock.now();
  }

  /**
   * Starts a configuration in place of the previous one. A changed name alone interrupts nothing. Ending may take
   * seconds; of several configurations requested meanwhile, only the last one starts.
   */
  run(config: GatewayConfig): Promise<void> {
    this.#wanted = config;
    return this.#enqueue(async () => {
      if (this.#wanted !== config) return;
      const isRenamed = this.#running && isDeepStrictEqual({ ...this.#config, name: config.name }, config);
      if (isRenamed) {
        this.#problem.set(undefined);
        this.#config = config;
        this.#follow();
        return;
      }
      this.#config = config;
      await this.#retire(config.enabled ? 'gateway changed' : 'gateway disabled');
      if (config.enabled && this.#wanted === config) this.#begin(config);
    });
  }

  /** @param reason why its devices disconnect, as a sentence */
  stop(reason: string): Promise<void> {
    this.#wanted = undefined;
    return this.#enqueue(() => this.#retire(reason));
  }

  connectNow(): void {
    this.#running?.adapter.connectNow();
  }

  wake(): void {
    const adapter = this.#running?.adapter;
    if (adapter?.wake) adapter.wake();
    else adapter?.connectNow();
  }

  /** @param enabled whether the saved configuration enables it, which may not be applied yet */
  status(enabled: boolean): GatewayStatus {
    const { status } = this.#running?.adapter ?? {};
    const received = this.#received + (status?.received ?? 0);
    const refused = this.#refused + (status?.refused ?? 0);
    if (status && enabled) return { ...status, received, refused };
    const since = this.#running ? this.#options.clock.now() : this.#since;
    return { ...initialStatus(enabled, since), received, refused };
  }

  #begin(config: GatewayConfig): void {
    const adapter = kindOf(this.#options.kinds, config).create(this.#id, config);
    const endings = [this.#options.ownership.listen(adapter), adapter.events.on('status', () => this.#follow())];
    this.#running = { adapter, end: (reason) => endings.forEach((end) => end(reason)) };
    adapter.start();
    this.#follow();
  }

  async #retire(reason: string): Promise<void> {
    const running = this.#running;
    if (running) {
      await running.adapter.stop(reason);
      running.end(reason);
      this.#received += running.adapter.status.received;
      this.#refused += running.adapter.status.refused;
      this.#running = undefined;
      this.#problem.set(undefined);
    }
    this.#since = this.#options.clock.now();
    this.#onChange();
  }

  /**
   * An error that requires a change is a problem; a disconnected gateway is not. A broker that breaks every connection
   * is one until a connection lasts.
   */
  #follow(): void {
    const { state, error } = this.status(true);
    if (state === 'failed' && error) {
      const { name } = this.#config;
      const text = `Gateway ${name}: ${error.text}`;
      this.#problem.set({ code: 'gateway-failed', subject: name, text, remedy: error.remedy });
    } else if (state !== 'connecting' && !(state === 'online' && error?.code === 'broker')) {
      this.#problem.set(undefined);
    }
    this.#onChange();
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    // A failure here is a bug in Mensura; later operations of this gateway still run.
    return this.#work.run(work).catch((error: unknown) => {
      this.#options.logger.error(`${this.#config.name} failed: ${errorText(error)}`, { error });
    });
  }
}

/**
 * The status of a gateway that is not running.
 * @param since milliseconds since 1970
 */
export function initialStatus(enabled: boolean, since: number): GatewayStatus {
  return {
    state: enabled ? 'connecting' : 'idle',
    since: new Date(since).toISOString(),
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
}
