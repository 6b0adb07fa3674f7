/** The gateway driver: each device behind gateways once, whatever the gateway's type. */
import type { DeviceClaims } from '../../devices/ownership.ts';
import type { Registry } from '../../devices/registry.ts';
import type { Clock } from '../../support/clock.ts';
import type { Logger } from '../../support/logger.ts';
import type { Driver } from '../driver.ts';
import { GatewayOwnership } from './devices/gateway-ownership.ts';
import type { NodeNumbers } from './devices/node-numbers.ts';
import { GatewayManager } from './manager.ts';
import type { AdapterKinds } from './slot.ts';
import type { GatewayStore } from './store.ts';

export interface GatewayDriverOptions {
  registry: Pick<Registry, 'connect'>;
  store: GatewayStore;
  kinds: AdapterKinds;
  nodes: NodeNumbers;
  clock: Clock;
  logger: Logger;
}

export class GatewayDriver implements Driver {
  readonly name = 'gateway';
  readonly devices: DeviceClaims;
  /** For configuration of the gateways. */
  readonly manager: GatewayManager;

  constructor(options: GatewayDriverOptions) {
    const ownership = new GatewayOwnership(options);
    this.devices = ownership.devices;
    this.manager = new GatewayManager({
      ...options,
      problems: ownership.devices,
      listen: (adapter) => ownership.listen(adapter),
    });
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
}
