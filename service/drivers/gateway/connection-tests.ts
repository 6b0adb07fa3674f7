import type { GatewayConfig, GatewayTestResult } from '../../contract/index.ts';
import { MensuraError } from '../../support/errors.ts';
import { kindOf, type SlotOptions } from './slot.ts';

/** Connection tests at a time. */
const MAX_TESTS = 4;

/** Deadline of one test, in milliseconds. */
const TEST_TIMEOUT_MS = 15_000;

export class ConnectionTests {
  readonly #options: Pick<SlotOptions, 'kinds' | 'clock'>;
  readonly #running = new Set<AbortController>();

  constructor(options: Pick<SlotOptions, 'kinds' | 'clock'>) {
    this.#options = options;
  }

  /**
   * Tests a configuration within 15 seconds.
   * @param signal ends the test when its caller is gone
   * @throws MensuraError `too-many`; the signal's reason when it was aborted
   */
  async test(config: GatewayConfig, signal: AbortSignal): Promise<GatewayTestResult> {
    if (this.#running.size >= MAX_TESTS) {
      throw new MensuraError('too-many', `${MAX_TESTS} gateway tests are already running. Wait for one to finish.`);
    }
    const attempt = new AbortController();
    const result = kindOf(this.#options.kinds, config).test(config, attempt.signal);
    this.#running.add(attempt);
    // An aborted test counts until it has ended.
    const release = (): boolean => this.#running.delete(attempt);
    void result.then(release, release);
    const ended = Promise.withResolvers<GatewayTestResult>();
    const end = (): void => {
      attempt.abort(signal.reason);
      ended.reject(signal.reason);
    };
    const timer = setTimeout(() => {
      ended.resolve(this.#timedOut());
      attempt.abort();
    }, TEST_TIMEOUT_MS);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    try {
      return await Promise.race([result, ended.promise]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
    }
  }

  stop(): void {
    for (const attempt of this.#running) attempt.abort(new MensuraError('internal', 'The service is stopping.'));
  }

  /** The result of a test that did not end by itself. */
  #timedOut(): GatewayTestResult {
    const text = `The gateway did not return a valid response within ${TEST_TIMEOUT_MS / 1000} s.`;
    const remedy = 'Check the address and that the gateway is on.';
    const timestamp = new Date(this.#options.clock.now()).toISOString();
    return {
      ok: false,
      text,
      error: { code: 'no-answer', text, remedy, timestamp },
      duration_ms: TEST_TIMEOUT_MS,
      notes: [],
      unknown_answer: null,
      instruments: [],
    };
  }
}
