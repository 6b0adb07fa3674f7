/**
 * The gateway driver: each device behind gateways once, whatever the gateway's type. Stores the configurations of all
 * gateways, runs each, and replies to queries.
 */
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { EntityChange, GatewayConfig, Gateways, GatewayTestResult, GatewayView } from '../../contract/index.ts';
import { Emitter } from '../../support/emitter.ts';
import { errorText, MensuraError } from '../../support/errors.ts';
import { KeyedThrottle } from '../../support/keyed-throttle.ts';
import type { Driver } from '../driver.ts';
import {
  type GatewayConfigs,
  type IdentifiedGateway,
  replaceGateways,
  requireCapacity,
  requireNoConflict,
} from './conflicts.ts';
import { ConnectionTests } from './connection-tests.ts';
import { GatewayRunner, initialStatus, type SlotOptions } from './slot.ts';
import type { GatewayStore } from './store.ts';

/** Least time between two events about one gateway, in milliseconds. */
const EVENT_GAP_MS = 200;

/** Time between two events about changed counters, in milliseconds. */
const COUNTERS_MS = 1000;

export interface GatewayManagerOptions extends SlotOptions {
  store: GatewayStore;
}

export class GatewayManager implements Driver {
  readonly name = 'gateway';
  readonly events: Emitter<{ changed: EntityChange<'gateway'> }>;
  readonly #options: GatewayManagerOptions;
  readonly #slots = new Map<string, GatewayRunner>();
  /** The last reported status of each gateway. */
  readonly #reported = new Map<string, string>();
  readonly #throttle = new KeyedThrottle(EVENT_GAP_MS, (id) => this.#report(id));
  readonly #tests: ConnectionTests;
  readonly #ending = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: GatewayManagerOptions) {
    this.#options = options;
    this.#tests = new ConnectionTests(options);
    this.events = new Emitter((error) => options.logger.error(`listener failed: ${errorText(error)}`, { error }));
  }

  /** Starts every stored gateway. */
  async start(): Promise<void> {
    if (this.#timer) return;
    this.#timer = setInterval(() => this.#reportCounters(), COUNTERS_MS);
    for (const [id, config] of this.#options.store.configs) this.#run(id, config);
  }

  /** Disconnects all devices behind the gateways first. May be called twice. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#throttle.stop();
    this.#tests.stop();
    await Promise.all([...this.#ending, ...[...this.#slots.values()].map((slot) => slot.stop('Mensura is stopping'))]);
    this.#slots.clear();
  }

  list(): Gateways {
    return { gateways: [...this.#options.store.configs].map(([id, config]) => this.#view(id, config)) };
  }

  get(id: string): GatewayView {
    return this.#view(id, find(this.#options.store.configs, id));
  }

  async create(config: GatewayConfig): Promise<GatewayView> {
    let id = '';
    await this.#change((configs) => {
      requireCapacity(configs.size + 1);
      id = freshId(configs);
      requireNoConflict(id, config, configs);
      return new Map([...configs, [id, config]]);
    });
    return this.get(id);
  }

  async update(id: string, config: GatewayConfig): Promise<GatewayView> {
    await this.#change((configs) => {
      find(configs, id);
      requireNoConflict(id, config, configs);
      return new Map([...configs, [id, config]]);
    });
    return this.get(id);
  }

  async setEnabled(id: string, enabled: boolean): Promise<GatewayView> {
    await this.#change((configs) => new Map([...configs, [id, { ...find(configs, id), enabled }]]));
    return this.get(id);
  }

  async remove(id: string): Promise<void> {
    await this.#change((configs) => {
      find(configs, id);
      return new Map([...configs].filter(([other]) => other !== id));
    });
  }

  /**
   * Validates a complete set of gateways.
   * @throws MensuraError `bad-request` naming fields, as in `3.config.name`
   */
  checkReplacement(gateways: readonly IdentifiedGateway[]): void {
    replaceGateways(gateways);
  }

  /**
   * Replaces all gateways and their IDs in one write, all or nothing.
   * @returns undoes it
   * @throws MensuraError `bad-request`, `storage-failed`
   */
  async replaceAll(gateways: readonly IdentifiedGateway[]): Promise<() => Promise<void>> {
    const before = await this.#change(() => replaceGateways(gateways));
    return async () => {
      await this.#change(() => before);
    };
  }

  /** Retries immediately. */
  connect(id: string): GatewayView {
    find(this.#options.store.configs, id);
    this.#slots.get(id)?.connectNow();
    return this.get(id);
  }

  /** After a resume, polls every gateway at once. */
  wake(): void {
    for (const slot of this.#slots.values()) slot.wake();
  }

  /** Tests a configuration, regardless of the existing gateways. */
  test(config: GatewayConfig, signal: AbortSignal): Promise<GatewayTestResult> {
    return this.#tests.test(config, signal);
  }

  /**
   * Saves a change and applies it to the slots, without waiting for a gateway.
   * @returns the previous gateways
   */
  async #change(make: (configs: GatewayConfigs) => GatewayConfigs): Promise<GatewayConfigs> {
    const { before, after } = await this.#options.store.change(make);
    for (const id of before.keys()) if (!after.has(id)) this.#end(id);
    for (const [id, config] of after) if (!isDeepStrictEqual(before.get(id), config)) this.#run(id, config);
    return before;
  }

  #run(id: string, config: GatewayConfig): void {
    // Saved before the start or during the stop: the next start applies it.
    if (!this.#timer) return;
    let slot = this.#slots.get(id);
    if (!slot) {
      slot = new GatewayRunner(id, config, this.#options, () => this.#changed(id));
      this.#slots.set(id, slot);
    }
    void slot.run(config);
    this.#throttle.changed(id);
  }

  #end(id: string): void {
    const ended = this.#slots.get(id)?.stop('gateway removed') ?? Promise.resolve();
    this.#slots.delete(id);
    this.#ending.add(ended);
    void ended.then(() => this.#ending.delete(ended));
    this.#reported.delete(id);
    this.#throttle.cancel(id);
    this.events.emit('changed', { key: id, value: null });
  }

  #view(id: string, config: GatewayConfig): GatewayView {
    const { enabled } = config;
    const slot = this.#slots.get(id);
    const status = slot?.status(enabled) ?? initialStatus(enabled, this.#options.clock.now());
    return { id, config, status };
  }

  #changed(id: string): void {
    if (this.#timer && this.#slots.has(id)) this.#throttle.changed(id);
  }

  #report(id: string): void {
    const config = this.#options.store.configs.get(id);
    if (!config) return;
    const value = this.#view(id, config);
    this.#reported.set(id, JSON.stringify(value.status));
    this.events.emit('changed', { key: id, value });
  }

  #reportCounters(): void {
    for (const { id, status } of this.list().gateways) {
      if (this.#reported.get(id) !== JSON.stringify(status)) this.#throttle.changed(id);
    }
  }
}

/** @throws MensuraError `not-found` */
function find(configs: GatewayConfigs, id: string): GatewayConfig {
  const config = configs.get(id);
  if (!config) throw new MensuraError('not-found', `No gateway with ID ${id}.`);
  return config;
}

function freshId(configs: GatewayConfigs): string {
  let id: string;
  do id = `g${randomBytes(4).toString('hex')}`;
  while (configs.has(id));
  return id;
}
