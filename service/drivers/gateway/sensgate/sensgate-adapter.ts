import type { GatewayStatus, SensgateConfig } from '../../../contract/index.ts';
import { CancellableDelay } from '../../../support/cancellable-delay.ts';
import { Emitter } from '../../../support/emitter.ts';
import { errorText } from '../../../support/errors.ts';
import type { Logger } from '../../../support/logger.ts';
import type { Adapter, AdapterEvents } from '../types.ts';
import type { Failure } from './failure.ts';
import { GatewayStatusTracker } from './gateway-status-tracker.ts';
import { addressOf, type SensgateOptions, type SensgateTiming } from './options.ts';
import { type PollResult, pollDevices } from './poll-devices.ts';
import { nextPollTime, responseTimeout, retryDelay, silenceLimit } from './polling-schedule.ts';
import { Reporter } from './reporter.ts';
import { createAgent } from './send-request.ts';
import { SensgateDevices } from './sensgate-devices.ts';

/** The reason why devices disconnect when their gateway sends no valid responses. */
const SILENT = 'gateway not responding';
const NOT_UNDERSTOOD = 'invalid responses from the gateway';

export interface SensgateAdapterOptions extends Required<SensgateOptions> {
  config: SensgateConfig;
  timing: SensgateTiming;
}

/** Polls one SensGate at its period, one request at a time, from its start to its stop. */
export class SensgateAdapter implements Adapter {
  readonly events: Emitter<AdapterEvents>;
  readonly #options: SensgateAdapterOptions;
  readonly #logger: Logger;
  readonly #agent = createAgent();
  readonly #stopping = new AbortController();
  readonly #tracker: GatewayStatusTracker;
  readonly #devices: SensgateDevices;
  readonly #reporter: Reporter;
  #running: Promise<void> | undefined;
  /** In a row. */
  #failures = 0;
  #lastFailure: Failure | undefined;
  readonly #pause = new CancellableDelay();
  #silence: NodeJS.Timeout | undefined;
  /** The last reported status, without its counters. */
  #reported = '';

  constructor(options: SensgateAdapterOptions) {
    const { config, clock, logger } = options;
    this.#options = options;
    this.#logger = logger.child(`sensgate ${config.name}`);
    this.events = new Emitter((error, event) =>
      this.#logger.error(`listener of "${event}" failed: ${errorText(error)}`, { error }),
    );
    this.#tracker = new GatewayStatusTracker(clock);
    this.#reporter = new Reporter(this.#logger, clock);
    this.#devices = new SensgateDevices({
      events: this.events,
      logger: this.#logger,
      periodMs: config.period_ms,
      address: addressOf(config),
    });
  }

  get status(): GatewayStatus {
    return this.#tracker.view(this.#devices.gatewaySerial, this.#devices.size);
  }

  start(): void {
    if (this.#running || this.#stopping.signal.aborted) return;
    this.#tracker.connecting();
    this.#running = this.#run();
    this.#reportStatus();
  }

  async stop(reason: string): Promise<void> {
    this.#devices.end(reason);
    clearTimeout(this.#silence);
    this.#stopping.abort();
    this.#pause.close();
    await this.#running;
    this.#agent.destroy();
    this.#tracker.idle();
    this.#reportStatus();
  }

  /** Does nothing during a request. */
  connectNow(): void {
    this.#failures = 0;
    if (!this.#pause.end()) return;
    if (this.#tracker.state !== 'online') this.#tracker.connecting();
    this.#reportStatus();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let due = this.#options.clock.monotonic();
    while (!signal.aborted) {
      try {
        due = await this.#pollOnce(due);
      } catch (error) {
        // A bug in Mensura must not end the polling.
        this.#logger.error(`cannot process response: ${errorText(error)}`, { error });
        due = this.#options.clock.monotonic() + this.#options.timing.retryMaxMs;
      }
      this.#reportStatus();
      await this.#pause.wait(due - this.#options.clock.monotonic());
    }
  }

  /** @returns when the next request is due, on the monotonic clock */
  async #pollOnce(due: number): Promise<number> {
    const { config, clock, timing } = this.#options;
    const { signal } = this.#stopping;
    const limitMs = responseTimeout(config.period_ms, timing);
    this.#tracker.asking();
    this.#reportStatus();
    const tried = await pollDevices({ config, agent: this.#agent, limitMs, clock, signal });
    if (signal.aborted || tried.kind === 'aborted') return due;
    if (tried.kind === 'failed') return clock.monotonic() + this.#fail(tried);
    this.#take(tried);
    return nextPollTime(due, clock.monotonic(), config.period_ms);
  }

  #take({ answer, latencyMs, at }: Extract<PollResult, { kind: 'good' }>): void {
    const { config, timing } = this.#options;
    this.#failures = 0;
    this.#lastFailure = undefined;
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#removeAll(), silenceLimit(config.period_ms, timing));
    this.#tracker.good(latencyMs);
    this.#devices.take(answer, at);
    this.#reporter.good(this.#devices.size, answer.isCut);
  }

  /** @returns the pause before the next request, in milliseconds */
  #fail({ failure, unknown }: Extract<PollResult, { kind: 'failed' }>): number {
    const { config, timing, random } = this.#options;
    this.#reporter.failed(failure);
    this.#lastFailure = failure;
    this.#failures += 1;
    const delay = retryDelay(config.period_ms, this.#failures, random(), timing);
    this.#tracker.failed(failure, unknown, delay);
    return delay;
  }

  #removeAll(): void {
    const isThere = this.#lastFailure !== undefined && ANSWERED.has(this.#lastFailure.code);
    this.#devices.removeAll(isThere ? NOT_UNDERSTOOD : SILENT);
    this.#reportStatus();
  }

  /** Reports a changed status; counters and latency alone do not count. */
  #reportStatus(): void {
    const { latency_ms: _, received: __, refused: ___, ...status } = this.status;
    const text = JSON.stringify(status);
    if (text === this.#reported) return;
    this.#reported = text;
    this.events.emit('status', undefined);
  }
}

/** Failures after a response. */
const ANSWERED: ReadonlySet<Failure['code']> = new Set([
  'http-error',
  'not-a-gateway',
  'answer-broken',
  'answer-too-large',
  'answer-unknown',
]);
