/** Calls from the page. Every handler goes through here, so that none can forget to look who calls. */
import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import { MensuraError } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';
import type { Address } from './address.ts';
import { ASK_ORIGIN } from './bridge.ts';
import { isAppFrame } from './links.ts';

export interface IpcOptions {
  ipcMain: IpcMain;
  /** Where the service is, which is its pages' origin. */
  address: Pick<Address, 'url'>;
  /** Whether these contents are those of the app's window. */
  isAppWindow(contents: WebContents): boolean;
  logger: Logger;
}

/**
 * Answers one channel, for the GUI in the top frame of the app's own window alone. Calls carry no arguments: there is
 * nothing to validate and nothing to smuggle. The page of a refused call gets an error.
 */
export function handle(channel: string, options: IpcOptions, answer: () => Promise<unknown>): void {
  const { ipcMain, address, isAppWindow, logger } = options;
  ipcMain.handle(channel, (event: IpcMainInvokeEvent, ...given: unknown[]) => {
    if (!isAppWindow(event.sender) || !isAppFrame(event.senderFrame, address.url)) {
      logger.warn(
        `A call of ${channel} was refused: it came from ${event.senderFrame?.url.slice(0, 200) ?? 'a closed page'}.`,
      );
      throw new MensuraError('forbidden', 'Only the window of Mensura itself may ask for this.');
    }
    if (given.length > 0) throw new MensuraError('bad-request', `${channel} takes no arguments.`);
    return answer();
  });
}

/** Tells preload scripts where the service is: no secret, and so for everyone who asks. */
export function tellOrigin({ ipcMain, address }: Pick<IpcOptions, 'ipcMain' | 'address'>): void {
  ipcMain.on(ASK_ORIGIN, (event) => {
    event.returnValue = address.url;
  });
}
