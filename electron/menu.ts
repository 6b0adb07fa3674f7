import type { MenuItemConstructorOptions } from 'electron';
import { type AppRoute, MENU_PAGES, SETTINGS_ROUTE } from './routes.ts';

function instruments({ serialPorts }: MenuActions): MenuItemConstructorOptions {
  return {
    label: '&Devices',
    submenu: [
      {
        id: 'add-serial-port',
        label: 'Add serial port…',
        enabled: serialPorts !== undefined,
        click: () => serialPorts?.add(),
      },
      {
        id: 'remove-serial-port',
        label: 'Remove serial port',
        enabled: (serialPorts?.added.length ?? 0) > 0,
        submenu: (serialPorts?.added ?? []).map((path) => ({
          label: escapeMenuLabel(path),
          click: () => serialPorts?.remove(path),
        })),
      },
    ],
  };
}

/** The pages in the order of the navigation rail, with a number key for each of the first nine: 0 is Actual size. */
function goMenu({ open, openPalette }: MenuActions): MenuItemConstructorOptions {
  return {
    label: '&Go',
    submenu: [
      ...MENU_PAGES.map(({ route, label }, index) => {
        const item: MenuItemConstructorOptions = { id: `page${route}`, label, click: () => open(route) };
        if (index < 9) item.accelerator = `CmdOrCtrl+${index + 1}`;
        return item;
      }),
      { type: 'separator' },
      {
        id: 'palette',
        label: 'Open command palette',
        accelerator: 'CmdOrCtrl+K',
        // The page handles the keys, as in a browser.
        registerAccelerator: false,
        click: openPalette,
      },
    ],
  };
}

/** With labels of its own: those of the system are in title case. */
function editMenu(): MenuItemConstructorOptions {
  return {
    label: '&Edit',
    submenu: [
      { role: 'undo', label: 'Undo' },
      { role: 'redo', label: 'Redo' },
      { type: 'separator' },
      { role: 'cut', label: 'Cut' },
      { role: 'copy', label: 'Copy' },
      { role: 'paste', label: 'Paste' },
      { role: 'delete', label: 'Delete' },
      { type: 'separator' },
      { role: 'selectAll', label: 'Select all' },
    ],
  };
}

/** Closing the window is in the file menu. */
function windowMenu({ platform }: MenuOptions): MenuItemConstructorOptions {
  const onMac: MenuItemConstructorOptions[] = [
    { role: 'zoom', label: 'Zoom' },
    { type: 'separator' },
    { role: 'front', label: 'Bring all to front' },
  ];
  return {
    // macOS adds its list of windows to the menu with this role.
    ...(platform === 'darwin' && { role: 'window' }),
    label: '&Window',
    submenu: [{ role: 'minimize', label: 'Minimize' }, ...(platform === 'darwin' ? onMac : [])],
  };
}

function viewMenu({ reload }: MenuActions, { isDeveloperMode }: MenuOptions): MenuItemConstructorOptions {
  const developer: MenuItemConstructorOptions[] = [
    { type: 'separator' },
    { role: 'toggleDevTools', label: 'Toggle developer tools' },
  ];
  return {
    label: '&View',
    submenu: [
      { id: 'reload', label: 'Reload', accelerator: 'CmdOrCtrl+R', click: reload },
      { type: 'separator' },
      { role: 'resetZoom', label: 'Actual size' },
      { role: 'zoomIn', label: 'Zoom in' },
      { role: 'zoomOut', label: 'Zoom out' },
      { type: 'separator' },
      { role: 'togglefullscreen', label: 'Toggle full screen' },
      ...(isDeveloperMode ? developer : []),
    ],
  };
}

export function menuTemplate(actions: MenuActions, options: MenuOptions): MenuItemConstructorOptions[] {
  return [
    ...(options.platform === 'darwin' ? [appMenu(actions)] : []),
    fileMenu(actions, options),
    editMenu(),
    instruments(actions),
    viewMenu(actions, options),
    goMenu(actions),
    windowMenu(options),
    helpMenu(actions, options),
  ];
}

interface MenuActions {
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

interface MenuOptions {
  platform: NodeJS.Platform;
  /** Adds the entry for developer tools. */
  isDeveloperMode: boolean;
}

function settings({ open }: MenuActions): MenuItemConstructorOptions {
  return { id: 'settings', label: 'Settings…', accelerator: 'CmdOrCtrl+,', click: () => open(SETTINGS_ROUTE) };
}

function helpMenu(
  { copyAddress, openApiDocumentation, checkForUpdates }: MenuActions,
  { platform }: MenuOptions,
): MenuItemConstructorOptions {
  const updates = { id: 'check-for-updates', label: 'Check for updates…', click: () => checkForUpdates?.() };
  const about: MenuItemConstructorOptions[] = [{ type: 'separator' }, { role: 'about', label: 'About Mensura' }];
  return {
    role: 'help',
    label: '&Help',
    submenu: [
      { id: 'api-documentation', label: 'Open API reference', click: openApiDocumentation },
      { id: 'copy-address', label: 'Copy API address', click: copyAddress },
      ...(checkForUpdates ? [{ type: 'separator' as const }, updates] : []),
      // On macOS it is in the app menu.
      ...(platform === 'darwin' ? [] : about),
    ],
  };
}

/** The menu with the app's name, only on macOS. */
function appMenu(actions: MenuActions): MenuItemConstructorOptions {
  const gap: MenuItemConstructorOptions = { type: 'separator' };
  return {
    label: 'Mensura',
    submenu: [
      { role: 'about', label: 'About Mensura' },
      gap,
      settings(actions),
      gap,
      { role: 'services', label: 'Services' },
      gap,
      { role: 'hide', label: 'Hide Mensura' },
      { role: 'hideOthers', label: 'Hide others' },
      { role: 'unhide', label: 'Show all' },
      gap,
      { role: 'quit', label: 'Quit Mensura' },
    ],
  };
}

/** Includes the entries of the app menu, except on macOS. */
function fileMenu(actions: MenuActions, { platform }: MenuOptions): MenuItemConstructorOptions {
  const close: MenuItemConstructorOptions = { role: 'close', label: 'Close window' };
  if (platform === 'darwin') return { label: '&File', submenu: [close] };
  const gap: MenuItemConstructorOptions = { type: 'separator' };
  return { label: '&File', submenu: [settings(actions), gap, close, { role: 'quit', label: 'Quit Mensura' }] };
}

/** Escapes ampersands, which would mark shortcuts in a native menu. */
export function escapeMenuLabel(text: string): string {
  return text.replaceAll('&', '&&');
}
