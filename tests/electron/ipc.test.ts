/** Who gets an answer from the shell: the proven page in the app's own window, and no other. */
import type { IpcMain, IpcMainEvent, IpcMainInvokeEvent } from 'electron';
import { describe, expect, test } from 'vitest';
import { ADD_SERIAL_PORT, ASK_ORIGIN } from '../../electron/bridge.ts';
import { handle, type IpcOptions, tellOrigin } from '../../electron/ipc.ts';
import { silentLogger } from '../../service/support/logger.ts';

const ORIGIN = 'http://127.0.0.1:11395';
const FRAME = { url: `${ORIGIN}/#/devices`, origin: ORIGIN, parent: null };

/** Asks both ways, as a page does. */
function ask(options: Partial<IpcOptions>): { origin: unknown; call: unknown } {
  let told: (event: IpcMainEvent) => void = () => {};
  let answer: (event: IpcMainInvokeEvent) => unknown = () => {};
  const ipcMain = {
    on: (_channel: string, listener: typeof told) => (told = listener),
    handle: (_channel: string, listener: typeof answer) => (answer = listener),
  } as unknown as IpcMain;
  const whole: IpcOptions = {
    ipcMain,
    address: { url: ORIGIN },
    isAppWindow: () => true,
    isProven: (_contents, origin) => origin === ORIGIN,
    logger: silentLogger,
    ...options,
  };
  tellOrigin(whole);
  handle(ADD_SERIAL_PORT, whole, () => Promise.resolve('answered'));
  const event = { sender: {}, senderFrame: FRAME, returnValue: undefined as unknown };
  told(event as unknown as IpcMainEvent);
  try {
    return { origin: event.returnValue, call: answer(event as unknown as IpcMainInvokeEvent) };
  } catch (error) {
    return { origin: event.returnValue, call: (error as Error).message };
  }
}

describe(`the calls of a page (${ASK_ORIGIN} and the others)`, () => {
  test('are answered for the proven page of the app window', async () => {
    const { origin, call } = ask({});
    expect([origin, await call]).toEqual([ORIGIN, 'answered']);
  });

  test.each([
    ['a page that did not prove to be of the service', { isProven: () => false }],
    ['a page that was proven at another address', { isProven: (_: unknown, origin: string) => origin !== ORIGIN }],
    ['another window', { isAppWindow: () => false }],
  ])('are refused to %s', (_what, options) => {
    expect(ask(options)).toEqual({ origin: '', call: 'Only the window of Mensura itself may ask for this.' });
  });
});
