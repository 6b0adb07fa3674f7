import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, test, vi } from 'vitest';
import { menuTemplate } from '../../electron/menu.ts';

type MenuActions = Parameters<typeof menuTemplate>[0];

function actions(serialPorts?: MenuActions['serialPorts']): MenuActions {
  return {
    serialPorts,
    open: vi.fn<MenuActions['open']>(),
    openPalette: () => {},
    checkForUpdates: undefined,
    reload: () => {},
    copyAddress: () => {},
    openApiDocumentation: () => {},
  };
}

function flat(items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);
}

describe('menuTemplate', () => {
  test('has the developer tools only in developer mode', () => {
    const roles = (isDeveloperMode: boolean) =>
      flat(menuTemplate(actions(), { platform: 'linux', isDeveloperMode })).map(({ role }) => role);
    expect(roles(true)).toContain('toggleDevTools');
    expect(roles(false)).not.toContain('toggleDevTools');
  });

  test.each(['linux', 'win32', 'darwin'] as const)('labels every entry in sentence case, once (%s)', (platform) => {
    const serialPorts = { added: ['/dev/a', '/dev/b'], add: () => {}, remove: () => {} };
    const given = { ...actions(serialPorts), checkForUpdates: () => {} };
    const menus = menuTemplate(given, { platform, isDeveloperMode: true });
    const items = flat(menus).filter(({ type }) => type !== 'separator');
    const labels = items.map(({ label, role }) => (label ?? `${role} has no label`).replace('&', ''));
    const names = /Mensura|API|MQTT/g;
    for (const label of labels) expect(label.replaceAll(names, 'x')).toMatch(/^[A-Zx/][^A-Z]*$/);
    const entries = items.flatMap((item, index) => (menus.includes(item) ? [] : (labels[index] ?? [])));
    expect(entries.filter((label, index) => entries.indexOf(label) !== index)).toEqual([]);
    const roles = items.flatMap(({ role }) => role ?? []);
    expect(new Set(roles).size).toBe(roles.length);
  });

  test('has Quit and About in the menu of the platform', () => {
    const roles = (platform: NodeJS.Platform) =>
      flat(menuTemplate(actions(), { platform, isDeveloperMode: false })).map(({ role }) => role);
    expect(roles('linux')).toEqual(expect.arrayContaining(['quit', 'about']));
    expect(menuTemplate(actions(), { platform: 'darwin', isDeveloperMode: false })[0]?.label).toBe('Mensura');
    for (const role of ['quit', 'about', 'hide', 'services']) expect(roles('darwin')).toContain(role);
    for (const role of ['quit', 'about'] as const) {
      expect(roles('darwin').filter((other) => other === role)).toHaveLength(1);
    }
  });

  test('removes added ports', () => {
    const remove = vi.fn<(path: string) => void>();
    const template = menuTemplate(actions({ added: ['/dev/ttyUSB0'], add: () => {}, remove }), {
      platform: 'linux',
      isDeveloperMode: false,
    });
    const port = flat(template).find(({ label }) => label === '/dev/ttyUSB0');
    port?.click?.({} as never, undefined, {});
    expect(remove).toHaveBeenCalledWith('/dev/ttyUSB0');
  });

  test('escapes ampersands in port names', () => {
    const serialPorts = { added: ['/dev/R&D'], add: () => {}, remove: () => {} };
    const template = menuTemplate(actions(serialPorts), { platform: 'linux', isDeveloperMode: false });
    expect(flat(template).map(({ label }) => label)).toContain('/dev/R&&D');
  });

  test('disables ports if another process hosts the service', () => {
    const add = flat(menuTemplate(actions(), { platform: 'linux', isDeveloperMode: false })).find(
      ({ id }) => id === 'add-serial-port',
    );
    expect(add?.enabled).toBe(false);
  });

  test('opens settings and pages with the keys of the platform', () => {
    const given = actions();
    const items = flat(menuTemplate(given, { platform: 'linux', isDeveloperMode: false }));
    const press = (accelerator: string): void =>
      items.find((item) => item.accelerator === accelerator)?.click?.({} as never, undefined, {});
    for (const key of ['CmdOrCtrl+,', 'CmdOrCtrl+1', 'CmdOrCtrl+6', 'CmdOrCtrl+8', 'CmdOrCtrl+9']) press(key);
    expect(vi.mocked(given.open).mock.calls.flat()).toEqual(['/settings', '/devices', '/mqtt', '/gateways', '/alarms']);
    // Ctrl+0 is that of Actual size.
    expect(items.find(({ label }) => label === 'Log')).not.toHaveProperty('accelerator');
    expect(items.filter(({ accelerator }) => /\+(?:0|\d\d)$/.test(String(accelerator)))).toEqual([]);
  });

  test('offers updates only with a feed', () => {
    const labels = (checkForUpdates?: () => void) =>
      flat(menuTemplate({ ...actions(), checkForUpdates }, { platform: 'linux', isDeveloperMode: false })).map(
        ({ label }) => label,
      );
    expect(labels()).not.toContain('Check for updates…');
    expect(labels(() => {})).toContain('Check for updates…');
  });
});
