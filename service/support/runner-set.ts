/** Runs every configuration of a store, such as all MQTT clients, and reports their current views. */
import { canonicalJson } from './canonical-json.ts';
import type { Clock } from './clock.ts';
import { KeyedThrottle } from './keyed-throttle.ts';
import { RecentlyRemoved } from './recently-removed.ts';

/** Minimum time between two events about an entry, in milliseconds: one that fails at once also retries at once. */
const REPORT_GAP_MS = 200;

/** Interval of events about changed counters, in milliseconds. */
const COUNTERS_MS = 1000;

/** What a set needs of a `ConfigRunner`. */
export interface Runner<Config> {
  readonly isEmpty: boolean;
  run(config: Config): void;
  remove(): Promise<void>;
  stop(): Promise<void>;
  wake(): void;
}

export interface RunnerSetOptions<Config, Entry extends Runner<Config>, View extends { status: unknown }> {
  createRunner(key: string, onChange: () => void): Entry;
  /** Undefined for one that is not configured. */
  viewOf(key: string): View | undefined;
  /** @param view null after its removal */
  onChange(key: string, view: View | null): void;
  clock: Clock;
}

export class RunnerSet<Config, Entry extends Runner<Config>, View extends { status: unknown }> {
  readonly #options: RunnerSetOptions<Config, Entry, View>;
  readonly #runners = new Map<string, Entry>();
  readonly #removed: RecentlyRemoved<Config>;
  /** Last reported status of each entry. */
  readonly #reported = new Map<string, string>();
  readonly #throttle = new KeyedThrottle(REPORT_GAP_MS, (key) => this.#emitChanged(key));
  readonly #ending = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #isRunning = false;

  constructor(options: RunnerSetOptions<Config, Entry, View>) {
    this.#options = options;
    this.#removed = new RecentlyRemoved(options.clock);
  }

  start(configs: ReadonlyMap<string, Config>): void {
    if (this.#timer) return;
    this.#isRunning = true;
    for (const [key, config] of configs) this.#run(key, config);
    this.#timer = setInterval(() => this.#reportCounters(), COUNTERS_MS);
  }

  /** Stops every runner. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#isRunning = false;
    this.#throttle.stop();
    await Promise.all([...this.#ending, ...[...this.#runners.values()].map((runner) => runner.stop())]);
    this.#runners.clear();
    this.#removed.clear();
  }

  /** Undefined for one that was never run. */
  get(key: string): Entry | undefined {
    return this.#runners.get(key);
  }

  /** After the computer resumes. */
  wake(): void {
    for (const runner of this.#runners.values()) runner.wake();
  }

  /** A recently removed configuration, to restore it. */
  removed(key: string): Config | undefined {
    return this.#removed.get(key);
  }

  /** Applies a saved change; does not wait for the runners. */
  apply({ before, after }: Record<'before' | 'after', ReadonlyMap<string, Config>>): void {
    for (const [key, config] of before) if (!after.has(key)) this.#end(key, config);
    for (const [key, config] of after) {
      const known = before.get(key);
      if (known && canonicalJson(known) === canonicalJson(config)) continue;
      this.#removed.delete(key);
      this.#run(key, config);
    }
  }

  #run(key: string, config: Config): void {
    // Saved before the start or during the stop: the next start applies it.
    if (!this.#isRunning) return;
    let runner = this.#runners.get(key);
    if (!runner) {
      runner = this.#options.createRunner(key, () => this.#throttle.changed(key));
      this.#runners.set(key, runner);
    }
    runner.run(config);
    this.#throttle.changed(key);
  }

  #end(key: string, config: Config): void {
    this.#removed.add(key, config);
    const runner = this.#runners.get(key);
    const ended = runner?.remove() ?? Promise.resolve();
    this.#ending.add(ended);
    void ended.then(() => {
      this.#ending.delete(ended);
      // It may have been added and removed again meanwhile; a runner with pending operations must stay.
      if (runner?.isEmpty && this.#runners.get(key) === runner) this.#runners.delete(key);
    });
    this.#reported.delete(key);
    this.#throttle.cancel(key);
    this.#options.onChange(key, null);
  }

  #emitChanged(key: string): void {
    const view = this.#options.viewOf(key);
    if (!view) return;
    this.#reported.set(key, JSON.stringify(view.status));
    this.#options.onChange(key, view);
  }

  #reportCounters(): void {
    for (const key of this.#runners.keys()) {
      const view = this.#options.viewOf(key);
      if (view && this.#reported.get(key) !== JSON.stringify(view.status)) this.#throttle.changed(key);
    }
  }
}
