/** Calls from the page. Every handler goes through here, so that none can forget to look who calls. */
import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import { MensuraError } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';
import type { Address } from './address.ts';
import { ASK_ORIGIN } from './bridge.ts';
import { isAppFrame } from './links.ts';
import type { IsProven } from './session-guard.ts';

export interface IpcOptions {
  ipcMain: IpcMain;
  /** Where the service is, which is its pages' origin. */
  address: Pick<Address, 'url'>;
  /** Whether these contents are those of the app's window. */
  isAppWindow(contents: WebContents): boolean;
  /** Whether the page in the contents came from the service itself. */
  isProven: IsProven;
  logger: Logger;
}

function isProvenApp(contents: WebContents, { address, isAppWindow, isProven }: IpcOptions): boolean {
  return isAppWindow(contents) && isProven(contents, address.url);
}

/**
 * Answers one channel, for the GUI in the top frame of the app's own window alone, and only where it was loaded from
 * the service that proved itself. Calls carry no arguments: there is nothing to validate and nothing to smuggle. The
 * page of a refused call gets an error.
 */
export function handle(channel: string, options: IpcOptions, answer: () => Promise<unknown>): void {
  const { ipcMain, address, logger } = options;
  ipcMain.handle(channel, (event: IpcMainInvokeEvent, ...given: unknown[]) => {
    if (!isProvenApp(event.sender, options) || !isAppFrame(event.senderFrame, address.url)) {
      logger.warn(`call to ${channel} rejected (from ${event.senderFrame?.url.slice(0, 200) ?? 'a closed page'})`);
      throw new MensuraError('forbidden', 'Only the Mensura window may call this.');
    }
    if (given.length > 0) throw new MensuraError('bad-request', `${channel} accepts no arguments.`);
    return answer();
  });
}

/** Tells the preload script where the service is; only in a page that was loaded from there. An empty text otherwise. */
export function tellOrigin(options: IpcOptions): void {
  const { ipcMain, address } = options;
  ipcMain.on(ASK_ORIGIN, (event) => {
    event.returnValue = isProvenApp(event.sender, options) ? address.url : '';
  });
}
