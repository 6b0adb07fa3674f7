/** Reads one example thermometer at an address, from `start` to `stop`, over as many connections as that takes. */
import { connect, type Socket } from 'node:net';
import type { Claim, DeviceClaims, DeviceSource } from '../../../service/devices/ownership.ts';
import type { DeviceKey } from '../../../service/devices/types.ts';
import { CurrentProblem } from '../../../service/drivers/current-problem.ts';
import type { Driver } from '../../../service/drivers/driver.ts';
import { LineSplitter } from '../../../service/drivers/protocol/line-splitter.ts';
import type { Clock } from '../../../service/support/clock.ts';
import { errorText, MensuraError } from '../../../service/support/errors.ts';
import { describeThermometer, PERIOD_MS } from './describe.ts';
import { parseThermometerLine } from './protocol.ts';

/** The pause before it is tried again grows from the first to the second, in milliseconds. */
const RETRY_MS = { min: 500, max: 5000 };

export interface ThermometerOptions {
  host: string;
  port: number;
  devices: DeviceClaims;
  clock: Clock;
}

export class ThermometerDriver implements Driver, DeviceSource {
  readonly name = 'thermometer';
  readonly #options: ThermometerOptions;
  readonly #problem: CurrentProblem;
  /** Undefined while none is open, and after `stop`. */
  #socket: Socket | undefined;
  #lines = new LineSplitter();
  /** Undefined while no thermometer is identified. */
  #claim: Claim | undefined;
  #retry: NodeJS.Timeout | undefined;
  #retryMs = RETRY_MS.min;
  #isRunning = false;

  constructor(options: ThermometerOptions) {
    this.#options = options;
    this.#problem = new CurrentProblem(options.devices);
  }

  /** Does not wait for the instrument: one that is away is tried again. */
  async start(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#connect();
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    clearTimeout(this.#retry);
    this.#lose('reading stopped');
    this.#problem.set(undefined);
  }

  wake(): void {
    if (!this.#isRunning) return;
    this.#retryMs = RETRY_MS.min;
    // A socket that slept may be dead without having said so.
    this.#lose('the computer slept');
    clearTimeout(this.#retry);
    this.#connect();
  }

  async setPeriod({ serial }: DeviceKey): Promise<void> {
    throw new MensuraError('instrument-failed', `The thermometer ${serial} measures once a second, always.`);
  }

  #connect(): void {
    const { host, port } = this.#options;
    const socket = connect({ host, port });
    this.#socket = socket;
    this.#lines = new LineSplitter();
    socket.setTimeout(10 * PERIOD_MS, () => socket.destroy(new Error('nothing came for ten seconds')));
    // What a socket says after another took its place, or after `stop`, is of no account.
    socket.on('data', (bytes) => socket === this.#socket && this.#take(bytes));
    socket.on('error', (error) => socket === this.#socket && this.#report(error));
    socket.on('close', () => socket === this.#socket && this.#closed());
  }

  #take(bytes: Buffer): void {
    for (const text of this.#lines.push(bytes)) {
      const line = text === undefined ? undefined : parseThermometerLine(text);
      if (line?.kind === 'identity') {
        this.#retryMs = RETRY_MS.min;
        this.#problem.set(undefined);
        this.#claim = this.#options.devices.claim(this, describeThermometer(line), this.#claim);
      } else if (line) {
        const reason = line.celsius === null ? { reason: 'sensor error' } : {};
        const sample = { channel: 'temperature', magnitude: line.celsius, ...reason };
        // Ignored before the identity: the next connection begins with it.
        this.#claim?.readings(this.#options.clock.now(), [sample]);
      } else {
        this.#claim?.rejected();
      }
    }
  }

  #report(error: Error): void {
    const { host, port } = this.#options;
    this.#problem.set({
      code: 'driver-failed',
      subject: `${host}:${port}`,
      text: `The thermometer at ${host}:${port} cannot be read: ${errorText(error)}.`,
      remedy: 'Check that it is switched on and that the address is right. Mensura retries automatically.',
    });
  }

  #closed(): void {
    this.#lose('its connection closed');
    this.#retry = setTimeout(() => this.#connect(), this.#retryMs);
    this.#retryMs = Math.min(2 * this.#retryMs, RETRY_MS.max);
  }

  /** Ends the connection, and releases the device that was read over it. */
  #lose(reason: string): void {
    const [socket, claim] = [this.#socket, this.#claim];
    this.#socket = undefined;
    this.#claim = undefined;
    socket?.destroy();
    claim?.release(reason);
  }
}
