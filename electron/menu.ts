/** The native menus, with the platform's own roles and shortcuts. */
import { Menu, type MenuItemConstructorOptions } from 'electron';

export interface MenuActions {
  /** Undefined where another process hosts the service: its ports are its own business. */
  serialPorts:
    | {
        added: readonly string[];
        add(): void;
        remove(path: string): void;
      }
    | undefined;
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
  { copyAddress, openApiDocumentation }: MenuActions,
  { platform }: MenuOptions,
): MenuItemConstructorOptions {
  const about: MenuItemConstructorOptions[] = [{ type: 'separator' }, { role: 'about', label: 'About Mensura' }];
  return {
    role: 'help',
    submenu: [
      { id: 'api-documentation', label: 'API documentation', click: openApiDocumentation },
      { id: 'copy-address', label: 'Copy API address', click: copyAddress },
      // macOS has it in the app's own menu.
      ...(platform === 'darwin' ? [] : about),
    ],
  };
}

/** The menus from left to right. */
export function menuTemplate(actions: MenuActions, options: MenuOptions): MenuItemConstructorOptions[] {
  const isMac = options.platform === 'darwin';
  const quit: MenuItemConstructorOptions[] = [{ type: 'separator' }, { role: 'quit', label: 'Quit Mensura' }];
  return [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    { label: '&File', submenu: [{ role: 'close', label: 'Close window' }, ...(isMac ? [] : quit)] },
    { role: 'editMenu' },
    instruments(actions),
    view(actions, options),
    { role: 'windowMenu' },
    help(actions, options),
  ];
}

/** Puts the menus in place; called again whenever something in them changed. */
export function setMenu(actions: MenuActions, options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(actions, options)));
}
