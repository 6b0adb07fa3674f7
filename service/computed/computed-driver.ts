/** Computes the computed channels from the readings of the registry, and reports them to it as devices. */
import { COMPUTED_CHANNEL } from '../contract/index.ts';
import type { DeviceState } from '../devices/device-state.ts';
import type { DeviceClaims, DeviceSource } from '../devices/ownership.ts';
import type { Registry, RegistryEvents } from '../devices/registry.ts';
import { type DeviceKey, deviceKey, type Sample } from '../devices/types.ts';
import type { Clock } from '../support/clock.ts';
import { MensuraError } from '../support/errors.ts';
import { Computation } from './computation.ts';
import type { Entries, Entry } from './entries.ts';
import { type Dependence, Graph } from './graph.ts';
import type { InputDevice } from './inputs.ts';
import type { IntegralStates } from './integral-states.ts';
import type { Runner } from './runner.ts';
import type { WindowFiller } from './window-filler.ts';

export interface ComputedDriverOptions {
  registry: Pick<Registry, 'events' | 'get'>;
  claims: DeviceClaims;
  filler: Pick<WindowFiller, 'refill' | 'stop'>;
  states: IntegralStates;
  /** In pascals. */
  seaLevelPressure(key: DeviceKey): number;
  clock: Pick<Clock, 'now'>;
}

export class ComputedDriver implements DeviceSource {
  readonly #options: ComputedDriverOptions;
  #graph: Graph | undefined;
  /** Connected devices with inputs. */
  readonly #connected = new Map<DeviceState, Dependence>();
  #turn = 0;
  #isRunning = false;
  #endings: (() => void)[] = [];

  constructor(options: ComputedDriverOptions) {
    this.#options = options;
  }

  /** Starts with the stored computed channels. */
  start(entries: Entries): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#options.states.startWriting(() => this.#graph?.runners.values() ?? []);
    this.apply(entries);
  }

  /** Saves the time integrals. May be called twice. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    this.#unsubscribe();
    for (const { computation } of this.#graph?.runners.values() ?? []) computation.isEnded = true;
    await this.#options.filler.stop();
    await this.#options.states.writes.stop();
    this.#options.claims.end('computing stopped');
  }

  /** @throws MensuraError `conflict`: it has the period of its inputs */
  async setPeriod(): Promise<void> {
    throw new MensuraError('conflict', 'The period of a computed channel is that of its inputs.');
  }

  /** Follows a change of the computed channels, once it is saved. Does nothing unless started. */
  apply(entries: Entries): void {
    if (!this.#isRunning) return;
    const former = this.#graph;
    const graph = new Graph(entries, former, (entry) => this.#computationOf(entry, former?.runners.get(entry.id)));
    this.#graph = graph;
    for (const [id, { claim, computation }] of former?.runners ?? []) {
      const isContinued = graph.runners.get(id)?.computation === computation;
      if (!isContinued) computation.isEnded = true;
      if (!graph.runners.has(id)) claim?.release('computed channel deleted');
    }
    this.#connected.clear();
    for (const [key, dependence] of graph.devices) {
      const family = key.slice(0, key.indexOf('/')) as DeviceKey['family'];
      this.#connect(dependence, this.#options.registry.get({ family, serial: key.slice(family.length + 1) }));
    }
    for (const runner of graph.runners.values()) {
      runner.review();
      this.#describe(runner);
    }
    this.#options.states.writes.request();
    if (graph.runners.size === 0) this.#unsubscribe();
    else this.#subscribe();
  }

  /** The computation so far if the formula is the same; otherwise a new one, with its windows filled. */
  #computationOf(entry: Entry, former: Runner | undefined): Computation {
    const { formula, resetAt } = entry;
    if (former?.entry.formula.text === formula.text) {
      if (former.entry.resetAt !== resetAt && resetAt !== null) former.computation.reset(resetAt);
      return former.computation;
    }
    const now = this.#options.clock.now();
    const saved = this.#options.states.of(entry);
    const computation = new Computation(formula, saved?.state);
    if (formula.hasIntegral && !saved) computation.reset(resetAt ?? now);
    const from = Math.min(now - formula.memoryMs, saved?.at ?? now, (formula.hasIntegral && resetAt) || now);
    if (from < now) this.#options.filler.refill(computation, entry.computed.max_age_ms, from);
    return computation;
  }

  /** Nothing registered costs nothing. */
  #subscribe(): void {
    if (this.#endings.length > 0) return;
    const { events } = this.#options.registry;
    this.#endings = [
      events.on('readings', (set) => this.#onReadings(set)),
      events.on('attached', (device) => this.#onChanged(device)),
      events.on('changed', (device) => this.#onChanged(device)),
      events.on('removed', (key) => this.#onRemoved(key)),
    ];
  }

  #unsubscribe(): void {
    for (const end of this.#endings) end();
    this.#endings = [];
  }

  #onReadings({ device, at, samples, uncorrected }: RegistryEvents['readings']): void {
    const dependence = this.#connected.get(device);
    if (!dependence) return;
    const { source, runners } = dependence;
    if (!source.isActive) this.#review(dependence, device);
    this.#turn += 1;
    const turn = this.#turn;
    enter(source, samples, at, turn);
    if (uncorrected) enter(source, uncorrected, at, turn);
    const seaLevel = source.seaLevelPressure;
    if (seaLevel) {
      // It gives no result by itself.
      seaLevel.value = this.#options.seaLevelPressure(seaLevel.ref);
      seaLevel.at = at;
    }
    for (const runner of runners) if (runner.pace === source && runner.isDue(turn)) this.#compute(runner, at, turn);
  }

  #onChanged(device: DeviceState): void {
    const dependence = this.#graph?.devices.get(deviceKey(device.description));
    if (dependence) this.#review(dependence, device);
  }

  #onRemoved(key: DeviceKey): void {
    const dependence = this.#graph?.devices.get(deviceKey(key));
    if (dependence) this.#review(dependence, undefined);
  }

  /** The state of a device changed. If it sends no readings any more, results that need it end at once. */
  #review(dependence: Dependence, device: DeviceState | undefined): void {
    const { source, runners } = dependence;
    const wasActive = source.isActive;
    this.#connect(dependence, device);
    for (const runner of runners) if (runner.review()) this.#describe(runner);
    if (!wasActive || source.isActive) return;
    this.#turn += 1;
    for (const input of source.inputs.values()) {
      input.value = Number.NaN;
      input.turn = this.#turn;
    }
    const now = this.#options.clock.now();
    for (const runner of runners) {
      if (!Number.isNaN(runner.output.value) && runner.isDue(this.#turn)) this.#compute(runner, now, this.#turn);
    }
  }

  #connect(dependence: Dependence, device: DeviceState | undefined): void {
    const { source } = dependence;
    if (source.device) this.#connected.delete(source.device);
    source.device = device;
    // Also one that starts: results wait for its first reading, rather than begin with null.
    source.isActive = device !== undefined && device.state !== 'silent';
    if (device) this.#connected.set(device, dependence);
  }

  #compute(runner: Runner, at: number, turn: number): void {
    const magnitude = runner.evaluate(at, turn);
    if (magnitude === undefined) return;
    if (runner.entry.formula.hasIntegral) this.#options.states.writes.request();
    runner.claim?.readings(at, [
      magnitude === null
        ? { channel: COMPUTED_CHANNEL, magnitude, reason: runner.reason() }
        : { channel: COMPUTED_CHANNEL, magnitude },
    ]);
  }

  #describe(runner: Runner): void {
    const { claims } = this.#options;
    const { description, claim } = runner;
    // Whether a device is simulated decides where it is stored and published: another one is another device.
    if (claim && claim.description.simulated !== description.simulated) claim.release('other inputs');
    const isSame = claim?.description.simulated === description.simulated;
    runner.claim = claims.claim(this, description, isSame ? claim : undefined);
  }
}

/** Notes the readings that are inputs. */
function enter({ inputs }: InputDevice, samples: readonly Sample[], at: number, turn: number): void {
  for (const { channel, magnitude } of samples) {
    const input = inputs.get(channel);
    if (!input) continue;
    input.value = magnitude ?? Number.NaN;
    input.at = at;
    input.turn = turn;
  }
}
