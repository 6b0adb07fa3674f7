import type { IpcMain, IpcMainEvent, IpcMainInvokeEvent } from 'electron';
import { describe, expect, test } from 'vitest';
import { ADD_SERIAL_PORT, GET_ORIGIN } from '../../electron/bridge.ts';
import { handle, type IpcOptions, serveOrigin } from '../../electron/ipc.ts';
import { silentLogger } from '../../service/support/logger.ts';

const ORIGIN = 'http://127.0.0.1:11395';
const FORBIDDEN = 'Only the Mensura window may call this.';
const FRAME = { url: `${ORIGIN}/#/devices`, origin: ORIGIN, parent: null };

/** Calls both channels like a page. */
function ask(
  options: Partial<IpcOptions>,
  { frame = FRAME, given = [] }: { frame?: object | null; given?: readonly unknown[] } = {},
): { origin: unknown; call: unknown } {
  let told: (event: IpcMainEvent) => void = () => {};
  let answer: (event: IpcMainInvokeEvent, ...given: readonly unknown[]) => unknown = () => {};
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
  serveOrigin(whole);
  handle(ADD_SERIAL_PORT, whole, () => Promise.resolve('answered'));
  const event = { sender: {}, senderFrame: frame, returnValue: undefined as unknown };
  told(event as unknown as IpcMainEvent);
  try {
    return { origin: event.returnValue, call: answer(event as unknown as IpcMainInvokeEvent, ...given) };
  } catch (error) {
    return { origin: event.returnValue, call: (error as Error).message };
  }
}

describe(`the calls of a page (${GET_ORIGIN} and the others)`, () => {
  test('succeed for the proven page in the window of the app', async () => {
    const { origin, call } = ask({});
    expect([origin, await call]).toEqual([ORIGIN, 'answered']);
  });

  test.each([
    ['an unproven page', { isProven: () => false }],
    ['a page proven at another address', { isProven: (_: unknown, origin: string) => origin !== ORIGIN }],
    ['another window', { isAppWindow: () => false }],
  ])('are forbidden for %s', (_what, options) => {
    expect(ask(options)).toEqual({ origin: '', call: FORBIDDEN });
  });

  test.each([
    ['a frame inside the page', { ...FRAME, parent: FRAME }],
    ['a page of another origin', { ...FRAME, origin: 'http://127.0.0.1:80' }],
    ['another page of the service', { ...FRAME, url: `${ORIGIN}/docs` }],
    ['a closed frame', null],
  ])('are forbidden for %s', (_what, frame) => {
    expect(ask({}, { frame }).call).toBe(FORBIDDEN);
  });

  test('are rejected with arguments', () => {
    expect(ask({}, { given: ['/dev/ttyS0'] }).call).toBe(`${ADD_SERIAL_PORT} does not accept arguments.`);
  });
});
