import type { MenuItemConstructorOptions } from 'electron';
import { type AppRoute, SETTINGS_ROUTE } from './routes.ts';

export interface MenuActions {
  /** Undefined if another process hosts the service. */
  serialPorts:
    | {
        added: readonly string[];
        add(): void;
        remove(path: string): void;
      }
    | undefined;
  /** Opens a page. */
  open(route: AppRoute): void;
  openPalette(): void;
  /** Undefined without an update feed. */
  checkForUpdates: (() => void) | undefined;
  reload(): void;
  copyAddress(): void;
  openApiDocumentation(): void;
}

export interface MenuOptions {
  platform: NodeJS.Platform;
  /** Adds the entry for developer tools. */
  isDeveloperMode: boolean;
}

function settings({ open }: MenuActions): MenuItemConstructorOptions {
  return { id: 'settings', label: 'Settings…', accelerator: 'CmdOrCtrl+,', click: () => open(SETTINGS_ROUTE) };
}

export function helpMenu(
  { copyAddress, openApiDocumentation, checkForUpdates }: MenuActions,
  { platform }: MenuOptions,
): MenuItemConstructorOptions {
  const updates = { id: 'check-for-updates', label: 'Check for updates…', click: () => checkForUpdates?.() };
  const about: MenuItemConstructorOptions[] = [{ type: 'separator' }, { role: 'about', label: 'About Mensura' }];
  return {
    role: 'help',
    submenu: [
      { id: 'api-documentation', label: 'API documentation', click: openApiDocumentation },
      { id: 'copy-address', label: 'Copy API address', click: copyAddress },
      ...(checkForUpdates ? [{ type: 'separator' as const }, updates] : []),
      // On macOS it is in the app menu.
      ...(platform === 'darwin' ? [] : about),
    ],
  };
}

/** The menu with the app's name, only on macOS. */
export function appMenu(actions: MenuActions): MenuItemConstructorOptions {
  const gap: MenuItemConstructorOptions = { type: 'separator' };
  return {
    label: 'Mensura',
    submenu: [
      { role: 'about', label: 'About Mensura' },
      gap,
      settings(actions),
      gap,
      { role: 'services' },
      gap,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      gap,
      { role: 'quit', label: 'Quit Mensura' },
    ],
  };
}

/** Includes the entries of the app menu, except on macOS. */
export function fileMenu(actions: MenuActions, { platform }: MenuOptions): MenuItemConstructorOptions {
  const close: MenuItemConstructorOptions = { role: 'close', label: 'Close window' };
  if (platform === 'darwin') return { label: '&File', submenu: [close] };
  const gap: MenuItemConstructorOptions = { type: 'separator' };
  return { label: '&File', submenu: [settings(actions), gap, close, { role: 'quit', label: 'Quit Mensura' }] };
}
