import { type BrowserWindow, dialog, Menu, type MenuItemConstructorOptions } from 'electron';
import type { ListedPorts } from '../service/contract/index.ts';
import type { Service } from '../service/service.ts';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';
import { showErrorDialog } from './folder-dialogs.ts';

/** Maximum number of ports in a menu; others can be selected as a file. */
const MAX_PORTS = 30;

interface PortMenuItem {
  path: string;
  label: string;
}

/**
 * Separates ports of USB devices from built-in ones, many of which have no connector.
 * @param taken paths that Mensura already uses
 */
export function groupPorts(
  ports: ListedPorts['ports'],
  taken: ReadonlySet<string>,
): { usb: PortMenuItem[]; builtIn: PortMenuItem[] } {
  const free = ports.filter(({ path }) => !taken.has(path));
  const choices = (wanted: boolean): PortMenuItem[] =>
    free
      .filter(({ usb }) => usb === wanted)
      .slice(0, MAX_PORTS)
      .map(({ path, manufacturer }) => ({ path, label: manufacturer ? `${path} (${manufacturer})` : path }));
  return { usb: choices(true), builtIn: choices(false) };
}

/** Windows lists all ports; elsewhere they are files, and some are not listed. */
const PORTS_ARE_FILES = process.platform !== 'win32';

/** Selects a file instead of a listed port. */
const OTHER = Symbol('other');

export interface SerialPortsOptions {
  service: Pick<Service, 'serialPorts' | 'settings'>;
  logger: Logger;
}

/** Adds and removes serial ports with native menus and dialogs. */
export class SerialPorts {
  readonly #options: SerialPortsOptions;
  #choosing: Promise<void> | undefined;

  constructor(options: SerialPortsOptions) {
    this.#options = options;
  }

  get added(): readonly string[] {
    return this.#options.service.settings.get().serial_ports;
  }

  /** Lets the user select a port in a native menu. Resolves when the menu and its dialogs are closed. */
  add(window: BrowserWindow): Promise<void> {
    this.#choosing ??= this.#choose(window).finally(() => (this.#choosing = undefined));
    return this.#choosing;
  }

  async remove(path: string, window: BrowserWindow | undefined): Promise<void> {
    try {
      await this.#options.service.serialPorts.remove(path);
    } catch (error) {
      await this.#showError(window, `Cannot remove serial port ${path}`, error);
    }
  }

  async #choose(window: BrowserWindow): Promise<void> {
    let path: string | undefined;
    try {
      path = await this.#select(window);
      if (path !== undefined) await this.#options.service.serialPorts.add(path);
    } catch (error) {
      await this.#showError(window, `Cannot add ${path ? `serial port ${path}` : 'a serial port'}`, error);
    }
  }

  async #select(window: BrowserWindow): Promise<string | undefined> {
    const { serialPorts } = this.#options.service;
    const taken = new Set([...this.added, ...serialPorts.list().ports.map(({ path }) => path)]);
    const { ports } = await serialPorts.listed();
    const choice = await popUp(window, groupPorts(ports, taken));
    return choice === OTHER ? chooseFile(window) : choice;
  }

  #showError(window: BrowserWindow | undefined, message: string, error: unknown): Promise<void> {
    return showErrorDialog(window, this.#options.logger, message, errorText(error));
  }
}

/** Resolves with the selected port, or undefined. */
function popUp(
  window: BrowserWindow,
  { usb, builtIn }: ReturnType<typeof groupPorts>,
): Promise<string | typeof OTHER | undefined> {
  return new Promise((resolve) => {
    const entries = (ports: readonly PortMenuItem[]): MenuItemConstructorOptions[] =>
      ports.map(({ path, label }) => ({ label, click: () => resolve(path) }));
    const nothing: MenuItemConstructorOptions = { label: 'No other USB serial ports', enabled: false };
    const other: MenuItemConstructorOptions = { label: 'Choose other port…', click: () => resolve(OTHER) };
    const items = [
      ...(usb.length > 0 ? entries(usb) : [nothing]),
      ...(builtIn.length > 0 ? [{ label: 'Built-in ports', submenu: entries(builtIn) }] : []),
      ...(PORTS_ARE_FILES ? [{ type: 'separator' as const }, other] : []),
    ];
    // `click` comes before `callback`; if not on some platform, it has one turn of the event loop.
    Menu.buildFromTemplate(items).popup({ window, callback: () => setImmediate(resolve, undefined) });
  });
}

async function chooseFile(window: BrowserWindow): Promise<string | undefined> {
  const { filePaths } = await dialog.showOpenDialog(window, {
    title: 'Choose a serial port',
    buttonLabel: 'Add',
    defaultPath: '/dev',
    properties: ['openFile', 'showHiddenFiles', 'dontAddToRecent', 'noResolveAliases'],
  });
  return filePaths[0];
}
