import type { DeviceKey } from '../../devices/instrument.ts';
import { Emitter } from '../../support/emitter.ts';
import { errorText, MensuraError } from '../../support/errors.ts';
import type { DriverEvents } from '../driver.ts';
import type { PortInfo, SerialDriver, SerialDriverOptions } from './options.ts';

export class PortDriver implements SerialDriver {
  readonly name = 'serial';
  readonly events: Emitter<DriverEvents>;
  readonly #added: Set<string>;

  constructor({ ports, logger }: SerialDriverOptions) {
    this.events = new Emitter((error, event) =>
      logger.error(`A listener of "${event}" failed: ${errorText(error)}`, { error }),
    );
    this.#added = new Set(ports);
  }

  async start(): Promise<void> {}

  async stop(): Promise<void> {}

  async setPeriod(key: DeviceKey): Promise<void> {
    throw new MensuraError('instrument-failed', `The instrument ${key.serial} is not plugged in.`);
  }

  addPort(path: string): void {
    this.#added.add(path);
  }

  removePort(path: string): void {
    this.#added.delete(path);
  }

  ports(): PortInfo[] {
    return [...this.#added].map((path) => ({ path, origin: 'added', state: 'missing' }));
  }
}
