import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import { MensuraError } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';
import type { Address } from './address.ts';
import { GET_ORIGIN } from './bridge.ts';
import { isAppFrame } from './links.ts';
import type { IsProven } from './session-guard.ts';

export interface IpcOptions {
  ipcMain: IpcMain;
  /** The address of the service, which is the origin of its pages. */
  address: Pick<Address, 'url'>;
  /** Whether the contents belong to the app's window. */
  isAppWindow(contents: WebContents): boolean;
  /** Whether the page came from the service. */
  isProven: IsProven;
  logger: Logger;
}

function isProvenApp(contents: WebContents, { address, isAppWindow, isProven }: IpcOptions): boolean {
  return isAppWindow(contents) && isProven(contents, address.url);
}

/**
 * Handles the calls of one channel, only from the proven GUI in the top frame of the app's window. Calls have no
 * arguments, so there is nothing to validate. Rejected calls get an error.
 */
export function handle(channel: string, options: IpcOptions, run: () => Promise<unknown>): void {
  const { ipcMain, address, logger } = options;
  ipcMain.handle(channel, (event: IpcMainInvokeEvent, ...given: unknown[]) => {
    if (!isProvenApp(event.sender, options) || !isAppFrame(event.senderFrame, address.url)) {
      logger.warn(`rejected call to ${channel} (from ${event.senderFrame?.url.slice(0, 200) ?? 'a closed page'})`);
      throw new MensuraError('forbidden', 'Only the Mensura window may call this.');
    }
    if (given.length > 0) throw new MensuraError('bad-request', `${channel} does not accept arguments.`);
    return run();
  });
}

/** Sends the origin of the service to the preload script of its own page; an empty text to others. */
export function serveOrigin(options: IpcOptions): void {
  const { ipcMain, address } = options;
  ipcMain.on(GET_ORIGIN, (event) => {
    event.returnValue = isProvenApp(event.sender, options) ? address.url : '';
  });
}
