/**
 * A script in the window requests devices and permissions with a user gesture. The policy of the page denies them, and
 * without it the shell. Without both, requests get further, so it was not a missing device that failed them.
 */
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DesktopApp, startDesktop } from '../support/desktop/desktop.ts';
import { type Installation, install } from '../support/desktop/installation.ts';
import { until } from '../support/until.ts';

let installation: Installation;
let app: DesktopApp;

beforeAll(async () => {
  installation = await install();
  app = await startDesktop(installation, { dataDir: await installation.makeFolder('data'), args: ['--simulate'] });
  await app.page.waitForLoadState();
  await app.electron.evaluate(({ app: shell, session }) => {
    // A fake camera.
    shell.commandLine.appendSwitch('use-fake-device-for-media-stream');
    const met: string[] = ((globalThis as { met?: string[] }).met = []);
    for (const chooser of ['select-usb-device', 'select-hid-device', 'select-serial-port']) {
      (session.defaultSession as NodeJS.EventEmitter).on(chooser, (event: Event, ...given: unknown[]) => {
        event.preventDefault();
        met.push(chooser);
        (given.at(-1) as (chosen: string) => void)('');
      });
    }
  });
});
afterAll(async () => {
  await app.electron.close();
  await installation.remove();
});

interface Outcome {
  /** `given`, `nothing`, or the error. */
  came: string;
  /** The device choosers and permission handlers that it reached. */
  met: string[];
  logged: string;
}

async function wish(call: string): Promise<Outcome> {
  const before = app.output().length;
  const script = `typeof ${call.slice(0, call.indexOf('('))} === 'function'
    ? ${call}.then((got) => got === 'denied' || got?.length === 0 ? 'nothing' : 'given', String) : 'no such API'`;
  const came = await app.electron.evaluate(
    async ({ webContents }, code) =>
      (await webContents.getAllWebContents()[0]?.executeJavaScript(code, true)) as string,
    script,
  );
  const met = await app.electron.evaluate(() => (globalThis as { met?: string[] }).met?.splice(0) ?? []);
  return { came, met, logged: app.output().slice(before) };
}

const USB = `navigator.usb.requestDevice({ filters: [] })`;
const HID = `navigator.hid.requestDevice({ filters: [] })`;
const SERIAL = `navigator.serial.requestPort()`;
const CAMERA = `navigator.mediaDevices.getUserMedia({ video: true })`;
const SCREEN = `navigator.mediaDevices.getDisplayMedia({ video: true })`;
const MIDI = `navigator.requestMIDIAccess({ sysex: true })`;

describe('the policy of the page denies', () => {
  test.each([
    ['USB', USB],
    ['HID', HID],
    ['a serial port', SERIAL],
    ['the camera', CAMERA],
    ['the screen', SCREEN],
    ['MIDI', MIDI],
  ])('%s', async (_what, call) => {
    const { came, met } = await wish(call);
    expect(came).toMatch(/permissions policy|^NotAllowedError: Permission denied/);
    expect(met).toEqual([]);
  });
});

/** Requests, the permission that the shell logs, if any, and the handler that they reach if nothing denies them. */
const WISHES: [what: string, call: string, logged: string | null, met: string][] = [
  ['USB', USB, null, 'select-usb-device'],
  ['HID', HID, null, 'select-hid-device'],
  ['a serial port', SERIAL, null, 'select-serial-port'],
  ['the camera', CAMERA, 'media', 'media'],
  ['the screen', SCREEN, 'media', 'media'],
  ['MIDI', MIDI, 'midiSysex', 'midiSysex'],
  ['what the clipboard holds', `navigator.clipboard.readText()`, 'clipboard-read', 'clipboard-read'],
  ['keys before others', `navigator.keyboard.lock()`, 'keyboardLock', 'keyboardLock'],
  ['the screens there are', `getScreenDetails()`, 'window-management', 'window-management'],
  ['whether anybody is there', `IdleDetector.requestPermission()`, 'idle-detection', 'idle-detection'],
  ['the fonts there are', `queryLocalFonts()`, null, 'local-fonts'],
  ['a file that was dropped', `dropped.getFile()`, null, 'fileSystem'],
  ['to write such a file', `dropped.requestPermission({ mode: 'readwrite' })`, null, 'fileSystem'],
];

/** Drops a file on the window; the script stores its handle. */
async function dropFile(): Promise<void> {
  const file = join(await installation.makeFolder('dropped'), 'file.txt');
  await writeFile(file, 'What the user has.');
  await chmod(file, 0o666);
  await app.page.evaluate(`(() => {
    addEventListener('dragover', (event) => event.preventDefault(), true);
    addEventListener('drop', (event) => {
      event.preventDefault();
      event.dataTransfer.items[0].getAsFileSystemHandle().then((handle) => (globalThis.dropped = handle));
    }, true);
  })()`);
  const session = await app.page.context().newCDPSession(app.page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  // A page that was loaded a moment ago may let the first one pass.
  await until('the file in the page', async () => {
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await session.send('Input.dispatchDragEvent', { type, x: 600, y: 300, data });
    }
    return (await app.page.evaluate('globalThis.dropped?.name')) === 'file.txt';
  });
}

describe('without the policy of the page, the shell denies', () => {
  beforeAll(async () => {
    await app.electron.evaluate(({ session }) =>
      session.defaultSession.webRequest.onHeadersReceived(({ responseHeaders }, answer) => {
        const kept = Object.entries(responseHeaders ?? {}).filter(([name]) => !/^permissions-policy$/i.test(name));
        answer({ responseHeaders: Object.fromEntries(kept) });
      }),
    );
    await app.page.reload();
    await app.page.waitForLoadState();
    await dropFile();
  });

  test.each(WISHES)('%s', async (_what, call, words) => {
    const { came, met, logged } = await wish(call);
    expect(came).toMatch(/^nothing$|^(NotAllowed|NotFound|InvalidState|Security)Error: /);
    expect(met).toEqual([]);
    if (words) expect(logged).toContain(`denied permission "${words}"`);
  });

  test('Bluetooth, which pages do not have on Linux', async () => {
    const call = `navigator.bluetooth?.requestDevice({ acceptAllDevices: true })`;
    const { came } = await wish(call);
    expect(came).toMatch(process.platform === 'linux' ? /^no such API$/ : /Error: /);
  });
});

describe('without both, a request succeeds for', () => {
  beforeAll(() =>
    app.electron.evaluate(({ session: { defaultSession } }) => {
      const { met = [] } = globalThis as { met?: string[] };
      defaultSession.setPermissionRequestHandler((_contents, permission, answer) => {
        met.push(permission);
        answer(true);
      });
      defaultSession.setPermissionCheckHandler((_contents, permission) => {
        met.push(permission);
        return true;
      });
    }),
  );

  test.each(WISHES)('%s', async (_what, call, _words, further) => {
    expect((await wish(call)).met).toContain(further);
  });
});
