import { Menu, type MenuItemConstructorOptions } from 'electron';
import { escapeMenuLabel } from './escape-menu-label.ts';
import { appMenu, fileMenu, helpMenu, type MenuActions, type MenuOptions } from './menu-platform.ts';
import { MENU_PAGES } from './routes.ts';

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

/** The pages in the order of the navigation rail, with a number key for each. */
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
        // The page handles the keys, as in a browser.
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

/** The menus from left to right. */
export function menuTemplate(actions: MenuActions, options: MenuOptions): MenuItemConstructorOptions[] {
  return [
    ...(options.platform === 'darwin' ? [appMenu(actions)] : []),
    fileMenu(actions, options),
    { role: 'editMenu' },
    instruments(actions),
    view(actions, options),
    go(actions),
    { role: 'windowMenu' },
    helpMenu(actions, options),
  ];
}

/** Sets the application menu; call again after a change. */
export function setMenu(actions: MenuActions, options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(actions, options)));
}
