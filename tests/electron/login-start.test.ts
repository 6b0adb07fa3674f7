import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AutostartFile, findLoginItem, type LoginItem } from '../../electron/login-item.ts';
import { LoginStart, type LoginStartOptions } from '../../electron/login-start.ts';
import { SettingsStore } from '../../service/settings/settings-store.ts';
import { silentLogger } from '../../service/support/logger.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'mensura-login-'));
});
afterEach(() => rm(home, { recursive: true }));

const autostart = (...command: string[]) => new AutostartFile({ env: { XDG_CONFIG_HOME: home }, command });

describe('the autostart file', () => {
  test('is written and removed', async () => {
    const file = autostart('/opt/Mensura/mensura', '--hidden');
    expect(await file.isOn()).toBe(false);
    await file.set(true);
    expect(file.path).toBe(join(home, 'autostart', 'mensura.desktop'));
    expect(await readFile(file.path, 'utf8')).toMatch(
      /^\[Desktop Entry\]\n[^]*^Exec=\/opt\/Mensura\/mensura --hidden$/m,
    );
    expect((await stat(file.path)).mode & 0o777).toBe(0o644);
    expect(await file.isOn()).toBe(true);
    await file.set(false);
    await file.set(false);
    expect(await file.isOn()).toBe(false);
  });

  test.each([
    ['/home/an na/Mensura.AppImage', String.raw`"/home/an na/Mensura.AppImage"`],
    ['/x/100%/m', '/x/100%%/m'],
    ['/x/$HOME/"m"', String.raw`"/x/\\$HOME/\\"m\\""`],
    [String.raw`/x/a\b`, String.raw`"/x/a\\\\b"`],
  ])('quotes %s as specified', async (path, exec) => {
    const file = autostart(path);
    await file.set(true);
    expect(await readFile(file.path, 'utf8')).toContain(`\nExec=${exec}\n`);
  });

  test.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])('is off with %s', async (line) => {
    const file = autostart('/m');
    await file.set(true);
    const text = await readFile(file.path, 'utf8');
    await writeFile(file.path, `${text.replace(/^X-GNOME.*$/m, '')}${line}\n`);
    expect(await file.isOn()).toBe(false);
  });

  test('follows the program to another path', async () => {
    await autostart('/old/Mensura-1.AppImage', '--hidden').set(true);
    const file = autostart('/new/Mensura-2.AppImage', '--hidden');
    expect(await file.isOn()).toBe(true);
    expect(await readFile(file.path, 'utf8')).toContain('Exec=/new/Mensura-2.AppImage --hidden');
  });
});

describe('an autostart file that the user edited', () => {
  const edit = async (exec: string): Promise<string> => {
    const file = autostart('/opt/Mensura/mensura', '--hidden');
    await file.set(true);
    const text = await readFile(file.path, 'utf8');
    const edited = `# mine\n${text.replace(/^Exec=.*$/m, () => `Exec=${exec}`)}X-GNOME-Autostart-Delay=10\n`;
    await writeFile(file.path, edited);
    expect(await file.isOn()).toBe(true);
    expect((await readFile(file.path, 'utf8')).replace(/^Exec=.*$/m, `Exec=${exec}`)).toBe(edited);
    return /^Exec=(.*)$/m.exec(await readFile(file.path, 'utf8'))?.[1] ?? '';
  };

  test.each([
    'mensura --hidden',
    'env GDK_BACKEND=x11 /old/mensura --hidden',
    'sh -c "sleep 10; /old/mensura"',
    '/opt/Mensura/mensura --port 11396',
    '',
  ])('keeps "%s"', async (exec) => {
    expect(await edit(exec)).toBe(exec);
  });

  test.each([
    ['/old/Mensura-1.AppImage --port 11396', '/opt/Mensura/mensura --port 11396'],
    ['"/an na/mensura" --hidden', '/opt/Mensura/mensura --hidden'],
  ])('updates the path in "%s" and keeps the flags', async (exec, followed) => {
    expect(await edit(exec)).toBe(followed);
  });
});

describe('findLoginItem', () => {
  function app(isPackaged = true) {
    let openAtLogin = false;
    return {
      isPackaged,
      getLoginItemSettings: vi.fn<() => Electron.LoginItemSettings>(
        () => ({ openAtLogin, executableWillLaunchAtLogin: openAtLogin }) as Electron.LoginItemSettings,
      ),
      setLoginItemSettings: vi.fn<(item: Electron.Settings) => void>(
        (item) => (openAtLogin = item.openAtLogin ?? false),
      ),
    };
  }
  const common = { env: {}, execPath: '/usr/bin/mensura' };

  test('returns a reason when run from source', () => {
    expect(findLoginItem({ ...common, app: app(false), platform: 'linux' })).toMatch(
      /^Cannot start at login: this Mensura runs from source/,
    );
  });

  test('starts the AppImage file', async () => {
    const env = { APPIMAGE: '/home/anna/Mensura.AppImage', XDG_CONFIG_HOME: home };
    const item = findLoginItem({ ...common, app: app(), platform: 'linux', env }) as LoginItem;
    await item.set(true);
    expect(await readFile(join(home, 'autostart/mensura.desktop'), 'utf8')).toContain(
      'Exec=/home/anna/Mensura.AppImage --hidden\n',
    );
  });

  test.each([
    ['win32', { openAtLogin: true, args: ['--hidden'] }],
    ['darwin', { openAtLogin: true }],
  ] as const)('sets the login item on %s', async (platform, told) => {
    const given = app();
    const item = findLoginItem({ ...common, app: given, platform }) as LoginItem;
    await item.set(true);
    expect(given.setLoginItemSettings).toHaveBeenCalledWith(told);
    expect(await item.isOn()).toBe(true);
    given.setLoginItemSettings.mockImplementation(() => {});
    await expect(item.set(false)).rejects.toThrow(/rejected the change/);
  });
});

test('reads an item that the Task Manager of Windows disabled as off', async () => {
  const given = {
    isPackaged: true,
    getLoginItemSettings: () =>
      ({ openAtLogin: true, executableWillLaunchAtLogin: false }) as Electron.LoginItemSettings,
    setLoginItemSettings: () => {},
  };
  const item = findLoginItem({ app: given, platform: 'win32', env: {}, execPath: 'm.exe' }) as LoginItem;
  expect(await item.isOn()).toBe(false);
});

describe('LoginStart', () => {
  async function rig(item: LoginStartOptions['item'], saved: boolean) {
    const settings = new SettingsStore(home, silentLogger);
    await settings.patch({ start_at_login: saved });
    const tell = vi.fn<LoginStartOptions['showError']>();
    const start = new LoginStart({
      settings: settings as unknown as LoginStartOptions['settings'],
      item,
      logger: silentLogger,
      showError: tell,
    });
    await start.start();
    return { settings, tell, start, now: () => settings.get().start_at_login };
  }
  const played = (on: boolean) => ({
    isOn: vi.fn<LoginItem['isOn']>(async () => on),
    set: vi.fn<LoginItem['set']>(async () => {}),
  });

  test.each([true, false])('adopts the state of the system at the start: %s', async (on) => {
    const item = played(on);
    const { now, start } = await rig(item, !on);
    expect(now()).toBe(on);
    await start.stop();
    expect(item.set).not.toHaveBeenCalled();
  });

  test('applies changes of the setting to the system', async () => {
    const item = played(false);
    const { settings, start } = await rig(item, false);
    await settings.patch({ start_at_login: true });
    await settings.patch({ keep_running: false });
    await start.stop();
    expect(item.set.mock.calls).toEqual([[true]]);
  });

  test('reverts the setting and reports the reason if the system refuses', async () => {
    const item = played(false);
    item.set.mockRejectedValue(new Error('The disk is full.'));
    const { settings, tell, now, start } = await rig(item, false);
    await settings.patch({ start_at_login: true });
    await expect.poll(now).toBe(false);
    expect(tell).toHaveBeenCalledExactlyOnceWith('Cannot turn on "Start at login"', 'The disk is full.');
    await start.stop();
  });

  test('keeps the setting at the start and reports a change when run from source', async () => {
    const { settings, tell, now, start } = await rig('Not installed.', true);
    expect(now()).toBe(true);
    await settings.patch({ start_at_login: false });
    await expect.poll(() => tell.mock.calls).toEqual([['Cannot turn off "Start at login"', 'Not installed.']]);
    await start.stop();
  });
});
