/** The native menus, with the platform's own roles and shortcuts. */
import { Menu, type MenuItemConstructorOptions } from 'electron';
import { type AppRoute, MENU_PAGES, SETTINGS_ROUTE } from './routes.ts';

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

function instruments({ serialPorts }: MenuActions): MenuItemConstructorOptions {
  return {
    label: '&Instruments',
    submenu: [
      {
        id: 'add-serial-port',
        label: 'Add serial port…',
        enabled: serialPorts !== undefined,
        click: () => serialPorts?.add(),
      },
      {
        id: 'remove-serial-port',
        label: 'Remove added port',
        enabled: (serialPorts?.added.length ?? 0) > 0,
        submenu: (serialPorts?.added ?? []).map((path) => ({ label: path, click: () => serialPorts?.remove(path) })),
      },
    ],
  };
}

function settings({ open }: MenuActions): MenuItemConstructorOptions {
  return { id: 'settings', label: 'Settings…', accelerator: 'CmdOrCtrl+,', click: () => open(SETTINGS_ROUTE) };
}

/** The pages by number, as the rail has them from top to bottom. */
function go({ open, openPalette }: MenuActions): MenuItemConstructorOptions {
  return {
    label: '&Go',
    submenu: [
      ...MENU_PAGES.map(({ route, label }, index) => ({
        id: `page${route}`,
        label,
        accelerator: `CmdOrCtrl+${index + 1}`,
        click: () => open(route),
      })),
      { type: 'separator' },
      {
        id: 'palette',
        label: 'Command palette…',
        accelerator: 'CmdOrCtrl+K',
        // The page takes the keys itself, as it does in a browser.
        registerAccelerator: false,
        click: openPalette,
      },
    ],
  };
}

function view({ reload }: MenuActions, { isDeveloperMode }: MenuOptions): MenuItemConstructorOptions {
  const developer: MenuItemConstructorOptions[] = [{ type: 'separator' }, { role: 'toggleDevTools' }];
  return {
    label: '&View',
    submenu: [
      { id: 'reload', label: 'Reload', accelerator: 'CmdOrCtrl+R', click: reload },
      { type: 'separator' },
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
      ...(isDeveloperMode ? developer : []),
    ],
  };
}

function help(
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
function appMenu(actions: MenuActions): MenuItemConstructorOptions {
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

function file(actions: MenuActions, { platform }: MenuOptions): MenuItemConstructorOptions {
  const close: MenuItemConstructorOptions = { role: 'close', label: 'Close window' };
  if (platform === 'darwin') return { label: '&File', submenu: [close] };
  const gap: MenuItemConstructorOptions = { type: 'separator' };
  return { label: '&File', submenu: [settings(actions), gap, close, { role: 'quit', label: 'Quit Mensura' }] };
}

/** The menus from left to right. */
export function menuTemplate(actions: MenuActions, options: MenuOptions): MenuItemConstructorOptions[] {
  return [
    ...(options.platform === 'darwin' ? [appMenu(actions)] : []),
    file(actions, options),
    { role: 'editMenu' },
    instruments(actions),
    view(actions, options),
    go(actions),
    { role: 'windowMenu' },
    help(actions, options),
  ];
}

/** Puts the menus in place; called again whenever something in them changed. */
export function setMenu(actions: MenuActions, options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(actions, options)));
}
