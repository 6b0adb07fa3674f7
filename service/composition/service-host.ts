/** What only the host of the service knows: the desktop app, or the headless program. */
import type { Logging } from '../settings/logging.ts';
import type { SecretEncryption } from '../settings/secret-store.ts';
import type { MensuraError } from '../support/errors.ts';
import type { StartHelper } from '../support/helper-process.ts';
import type { Logger } from '../support/logger.ts';

export interface ServiceHost {
  host: 'desktop' | 'headless';
  logger: Logger;
  /** The log behind the logger. */
  log: Pick<Logging, 'ring' | 'setLevel'>;
  /** The folder with the built GUI; undefined serves the API alone. */
  rendererDir?: string;
  /** The udev rule that lets users open instruments, as a file; undefined where there is none to install. */
  udevRule?: string;
  /** The service cannot go on: another took its data folder. The process is to end at once, and to write nothing there any more. */
  giveUp(error: MensuraError): void;
  /** Starts a process for a part of the service; with Node where the host has no other way. */
  startHelper?: StartHelper;
  /** The platform's key store, where there is one; without it passwords are kept in a file that only the user can read. */
  encryption?: SecretEncryption | undefined;
}
