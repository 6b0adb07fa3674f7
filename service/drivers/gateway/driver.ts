/** The gateway driver: each device behind gateways once, whatever the gateway's type. */
import type { DeviceKey } from '../../devices/instrument.ts';
import type { Clock } from '../../support/clock.ts';
import { Emitter } from '../../support/emitter.ts';
import { errorText, MensuraError } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';
import type { Driver, DriverEvents } from '../driver.ts';
import type { GatewayDeviceIndex } from './devices/gateway-device-index.ts';
import { createBook } from './devices/index.ts';
import type { NodeNumbers } from './devices/node-numbers.ts';
import { GatewayManager } from './manager.ts';
import type { AdapterKinds } from './slot.ts';
import type { GatewayStore } from './store.ts';

export interface GatewayDriverOptions {
  store: GatewayStore;
  kinds: AdapterKinds;
  nodes: NodeNumbers;
  clock: Clock;
  logger: Logger;
}

export class GatewayDriver implements Driver {
  readonly name = 'gateway';
  readonly events: Emitter<DriverEvents>;
  /** For configuration of the gateways. */
  readonly manager: GatewayManager;
  readonly #book: GatewayDeviceIndex;

  constructor(options: GatewayDriverOptions) {
    const { logger } = options;
    this.events = new Emitter((error, event) =>
      logger.error(`listener of "${event}" failed: ${errorText(error)}`, { error }),
    );
    this.#book = createBook({ events: this.events, nodes: options.nodes, clock: options.clock });
    const hear = this.#book.hear.bind(this.#book);
    this.manager = new GatewayManager({ ...options, events: this.events, hear });
  }

  async start(): Promise<void> {
    this.manager.start();
  }

  async stop(): Promise<void> {
    await this.manager.stop();
  }

  wake(): void {
    this.manager.wake();
  }

  /** @throws MensuraError `not-found`; `conflict` if only the gateway can set the period; what its adapter threw */
  async setPeriod({ serial }: DeviceKey, periodMs: number): Promise<void> {
    const activeSource = this.#book.activeSourceOf(serial);
    if (!activeSource) throw new MensuraError('not-found', `No gateway device with serial number ${serial}.`);
    const { source, key } = activeSource;
    if (!source.setPeriod) {
      const text = `Cannot set the sampling period of ${serial} through its gateway, ${key.gatewaySerial}`;
      throw new MensuraError(
        'conflict',
        `${text}. Set it where the device is connected. For a SensGate, set its sampling period on the Gateways page.`,
      );
    }
    await source.setPeriod(key, periodMs);
  }
}
