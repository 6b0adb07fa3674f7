import type { App } from 'electron';
import type { Service } from '../../service/service.ts';
import type { ServiceOptions } from '../../service/settings/options.ts';
import type { Logger } from '../../service/support/logger.ts';
import type { ShutdownStack } from '../../service/support/shutdown-stack.ts';
import type { Address } from '../address.ts';
import type { ProvenProxy } from '../proven-proxy.ts';
import type { QuitController } from '../quit.ts';

/** Shared by all set-up steps. */
export interface Desktop {
  app: App;
  /** The folder of the built shell, `dist/electron`. */
  shellDir: string;
  options: ServiceOptions;
  /** Whether a flag or variable sets the data folder, which overrides the saved choice. */
  isDataDirGiven: boolean;
  /** The address of the service, which is the origin of its pages. */
  address: Address;
  /** Undefined if another process hosts the service. */
  service: Service | undefined;
  /** The connection to the service if another process hosts it. */
  proxy: ProvenProxy | undefined;
  logger: Logger;
  endings: ShutdownStack;
  quitter: QuitController;
}
