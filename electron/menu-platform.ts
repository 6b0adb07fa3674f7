/** The menus that platforms have each in their own way, and what all menus work with. */
import type { MenuItemConstructorOptions } from 'electron';
import { type AppRoute, SETTINGS_ROUTE } from './routes.ts';

export interface MenuActions {
  /** Undefined where another process hosts the service: its ports are its own business. */
  serialPorts:
    | {
        added: readonly string[];
        add(): void;
        remove(path: string): void;
      }
    | undefined;
  /** Shows a place of the GUI. */
  open(route: AppRoute): void;
  /** Opens the GUI's command palette. */
  openPalette(): void;
  /** Undefined where there is no place to look for newer releases. */
  checkForUpdates: (() => void) | undefined;
  reload(): void;
  copyAddress(): void;
  openApiDocumentation(): void;
}

export interface MenuOptions {
  platform: NodeJS.Platform;
  /** Shows the developer tools' entry. */
  isDeveloperMode: boolean;
}

function settings({ open }: MenuActions): MenuItemConstructorOptions {
  return { id: 'settings', label: 'Settings…', accelerator: 'CmdOrCtrl+,', click: () => open(SETTINGS_ROUTE) };
}

/** Help, and where newer releases are looked for. */
export function help(
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
      // macOS has it in the app's own menu.
      ...(platform === 'darwin' ? [] : about),
    ],
  };
}

/** macOS has what concerns the whole app in a menu of its name. */
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

/** What concerns the window, and where there is no menu of the app's name, the app. */
export function file(actions: MenuActions, { platform }: MenuOptions): MenuItemConstructorOptions {
  const close: MenuItemConstructorOptions = { role: 'close', label: 'Close window' };
  if (platform === 'darwin') return { label: '&File', submenu: [close] };
  const gap: MenuItemConstructorOptions = { type: 'separator' };
  return { label: '&File', submenu: [settings(actions), gap, close, { role: 'quit', label: 'Quit Mensura' }] };
}
