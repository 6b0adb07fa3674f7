/** The status of a gateway: state, counters, and the newest response that could not be parsed. */
import type { GatewayError, GatewayResponse, GatewayState, GatewayStatus } from '../../../contract/index.ts';
import type { Clock } from '../../../support/clock.ts';
import { type Failure, toGatewayError } from './failure.ts';

export class GatewayStatusTracker {
  readonly #clock: Clock;
  #state: GatewayState = 'idle';
  #since: number;
  #error: GatewayError | null = null;
  #nextRetry: number | null = null;
  #latencyMs: number | null = null;
  #received = 0;
  #refused = 0;
  #unknownResponse: GatewayResponse | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#since = clock.now();
  }

  get state(): GatewayState {
    return this.#state;
  }

  /** Connecting, with unknown result. */
  connecting(): void {
    this.#enter('connecting');
  }

  /** The scheduled retry has started. */
  asking(): void {
    this.#nextRetry = null;
  }

  good(latencyMs: number): void {
    this.#enter('online');
    // Below a tenth of a millisecond is noise of the clock.
    this.#latencyMs = Math.round(latencyMs * 10) / 10;
    this.#received += 1;
  }

  /** @param retryMs time until the next attempt */
  failed(failure: Failure, unknown: GatewayResponse | null, retryMs: number): void {
    const now = this.#clock.now();
    this.#enter(failure.lasting ? 'failed' : 'waiting');
    this.#error = toGatewayError(failure, now);
    this.#nextRetry = now + retryMs;
    if (!unknown) return;
    this.#refused += 1;
    this.#unknownResponse = unknown;
  }

  idle(): void {
    this.#enter('idle');
  }

  /**
   * @param gatewaySerial the gateway's serial number or address
   * @param devices number of connected devices
   */
  view(gatewaySerial: string, devices: number): GatewayStatus {
    const node = { gateway_serial: gatewaySerial, online: this.#state === 'online', instruments: devices };
    return {
      state: this.#state,
      since: new Date(this.#since).toISOString(),
      error: this.#error,
      next_retry: this.#nextRetry === null ? null : new Date(this.#nextRetry).toISOString(),
      latency_ms: this.#latencyMs,
      received: this.#received,
      refused: this.#refused,
      unknown_answer: this.#unknownResponse,
      instruments: devices,
      gateways: this.#received > 0 ? [node] : [],
      gateway_count: this.#received > 0 ? 1 : 0,
    };
  }

  #enter(state: GatewayState): void {
    this.#error = null;
    this.#nextRetry = null;
    if (state === this.#state) return;
    this.#state = state;
    this.#since = this.#clock.now();
  }
}
