import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it, vi } from 'vitest';

vi.mock('electron', () => ({ Menu: {} }));

const { menuTemplate } = await import('../../electron/menu.ts');
type MenuActions = Parameters<typeof menuTemplate>[0];

function actions(serialPorts?: MenuActions['serialPorts']): MenuActions {
  return { serialPorts, reload: () => {}, copyAddress: () => {}, openApiDocumentation: () => {} };
}

function flat(items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);
}

describe('menuTemplate', () => {
  it('has the developer tools for developers alone', () => {
    const roles = (isDeveloperMode: boolean) =>
      flat(menuTemplate(actions(), { platform: 'linux', isDeveloperMode })).map(({ role }) => role);
    expect(roles(true)).toContain('toggleDevTools');
    expect(roles(false)).not.toContain('toggleDevTools');
  });

  it('puts Quit and About where the platform has them', () => {
    const roles = (platform: NodeJS.Platform) =>
      flat(menuTemplate(actions(), { platform, isDeveloperMode: false })).map(({ role }) => role);
    expect(roles('linux')).toEqual(expect.arrayContaining(['quit', 'about']));
    expect(roles('darwin')).toContain('appMenu');
    expect(roles('darwin')).not.toContain('quit');
  });

  it('lists the added ports for removal', () => {
    const remove = vi.fn<(path: string) => void>();
    const template = menuTemplate(actions({ added: ['/dev/ttyUSB0'], add: () => {}, remove }), {
      platform: 'linux',
      isDeveloperMode: false,
    });
    const port = flat(template).find(({ label }) => label === '/dev/ttyUSB0');
    port?.click?.({} as never, undefined, {});
    expect(remove).toHaveBeenCalledWith('/dev/ttyUSB0');
  });

  it('offers no ports of a service that another process hosts', () => {
    const add = flat(menuTemplate(actions(), { platform: 'linux', isDeveloperMode: false })).find(
      ({ id }) => id === 'add-serial-port',
    );
    expect(add?.enabled).toBe(false);
  });
});
