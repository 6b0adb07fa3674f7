/** Fills the windows of computed channels from the history, one computed channel at a time, in the background. */
import { setImmediate } from 'node:timers/promises';
import type { ChannelRef, HistoryResult } from '../contract/index.ts';
import type { DeviceKey } from '../devices/types.ts';
import { CancellableDelay } from '../support/cancellable-delay.ts';
import type { Clock } from '../support/clock.ts';
import { errorClause } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';
import { TaskQueue } from '../support/task-queue.ts';
import type { Computation } from './computation.ts';
import { replayRows } from './replay.ts';

/** Readings of the inputs of a computed channel; of more, the means of buckets are used. */
const MAX_READINGS = 200_000;

/** Rows computed before other work gets its turn. */
const ROWS_AT_ONCE = 2000;

/** Pause before the history is asked again, in milliseconds: it is not open, or newest readings are not stored yet. */
const RETRY_MS = 500;

/** How long the history is asked, in milliseconds; then the windows begin with the present. */
const GIVE_UP_MS = 60_000;

/** The history, as computed channels use it. */
export interface ReadingsSource {
  query(channels: readonly ChannelRef[], from: number, to: number, points: number): Promise<HistoryResult>;
}

export interface WindowFillerOptions {
  history: ReadingsSource;
  /** In pascals. */
  seaLevelPressure(key: DeviceKey): number;
  clock: Clock;
  logger: Logger;
}

export class WindowFiller {
  readonly #options: WindowFillerOptions;
  readonly #tasks = new TaskQueue();
  readonly #delay = new CancellableDelay();
  #isStopped = false;

  constructor(options: WindowFillerOptions) {
    this.#options = options;
  }

  /**
   * Computes the stored readings from a time on. Newer readings wait until that is done.
   * @param maxAge of the inputs, in milliseconds
   * @param from in milliseconds since 1970
   */
  refill(computation: Computation, maxAge: number, from: number): void {
    computation.startFilling();
    const began = this.#options.clock.now();
    void this.#tasks.run(async () => {
      const history = await this.#read(computation, from, began);
      if (history) await this.#replay(computation, history, maxAge);
      computation.endFilling();
    });
  }

  /** Ends with the current rows; the windows that are not filled stay so. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#delay.close();
    await this.#tasks.run(() => {});
  }

  #isOver({ isEnded }: Computation): boolean {
    return isEnded || this.#isStopped;
  }

  /**
   * @param began when newer readings began to wait: milliseconds since 1970
   * @returns undefined if the history could not be read
   */
  async #read(computation: Computation, from: number, began: number): Promise<HistoryResult | undefined> {
    const { history, clock, logger } = this.#options;
    const { inputs } = computation.formula;
    const points = Math.floor(MAX_READINGS / inputs.length);
    const giveUpAt = clock.monotonic() + GIVE_UP_MS;
    let result: HistoryResult | undefined;
    while (!this.#isOver(computation)) {
      try {
        result = await history.query(inputs, from, clock.now(), points);
        if (Date.parse(result.until) >= began) return result;
      } catch (error) {
        if (clock.monotonic() >= giveUpAt) {
          logger.warn(`cannot fill the windows of a formula from the history: ${errorClause(error)}`, { error });
          return undefined;
        }
      }
      if (clock.monotonic() >= giveUpAt) return result;
      await this.#delay.wait(RETRY_MS);
    }
    return undefined;
  }

  async #replay(computation: Computation, { channels }: HistoryResult, maxAge: number): Promise<void> {
    let rows = 0;
    for (const { at, values } of replayRows(channels, maxAge, this.#options.seaLevelPressure)) {
      computation.compute(at, values);
      rows += 1;
      if (rows % ROWS_AT_ONCE !== 0) continue;
      await setImmediate();
      if (this.#isOver(computation)) return;
    }
  }
}
