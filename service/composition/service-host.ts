/** What the host provides to the service: the desktop app, or the headless program. */
import type { Logging } from '../settings/logging.ts';
import type { SecretEncryption } from '../settings/secret-store.ts';
import type { MensuraError } from '../support/errors.ts';
import type { StartHelper } from '../support/helper-process.ts';
import type { Logger } from '../support/logger.ts';

export interface ServiceHost {
  host: 'desktop' | 'headless';
  logger: Logger;
  log: Pick<Logging, 'ring' | 'setLevel'>;
  /** The folder of the built GUI; undefined serves only the API. */
  rendererDir?: string;
  /** The file of the udev rule that lets users open devices; undefined if there is none to install. */
  udevRule?: string;
  /** Another Mensura took over the data folder: end the process at once, and write nothing more to the folder. */
  giveUp(error: MensuraError): void;
  /** Starts a helper process; with Node if left out. */
  startHelper?: StartHelper;
  /** The platform's key store; without it, secrets are stored as plain text in a file that only the user can read. */
  encryption?: SecretEncryption | undefined;
}
