/** What every step of putting the shell around the service works with. */
import type { App } from 'electron';
import type { Service } from '../../service/service.ts';
import type { ServiceOptions } from '../../service/settings/options.ts';
import type { Logger } from '../../service/support/logger.ts';
import type { Address } from '../address.ts';
import type { Endings } from '../endings.ts';
import type { ProvenProxy } from '../proven-proxy.ts';
import type { Quitter } from '../quit.ts';

export interface Desktop {
  app: App;
  /** The folder of the built shell, `dist/electron`. */
  shellDir: string;
  options: ServiceOptions;
  /** The data folder was named by this start: the user's choice of one does not count. */
  isDataDirGiven: boolean;
  /** Where the service is, which is its pages' origin too. */
  address: Address;
  /** Undefined when another process hosts the service. */
  service: Service | undefined;
  /** The way to the service, when another process hosts it. */
  proxy: ProvenProxy | undefined;
  logger: Logger;
  endings: Endings;
  quitter: Quitter;
}
