import { stat } from 'node:fs/promises';
import { type BrowserWindow, dialog, Menu, type MenuItemConstructorOptions } from 'electron';
import type { Service } from '../service/service.ts';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';
import { showErrorDialog } from './folder-dialogs.ts';
import { listPorts, type PortMenuItem, sortPorts } from './port-list.ts';

/** Windows lists all ports; elsewhere they are files, and some are not listed. */
const PORTS_ARE_FILES = process.platform !== 'win32';

/** Selects a file instead of a listed port. */
const OTHER = Symbol('other');

export interface SerialPortsOptions {
  service: Pick<Service, 'serial' | 'settings'>;
  logger: Logger;
}

/** Adds and removes serial ports with native dialogs, so that pages never see paths of the computer. */
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
    const { service, logger } = this.#options;
    try {
      await service.settings.patch({ serial_ports: this.added.filter((other) => other !== path) });
      service.serial.removePort(path);
      logger.info(`removed serial port ${path}`);
    } catch (error) {
      await this.#showError(window, `Cannot remove serial port ${path}`, error);
    }
  }

  async #choose(window: BrowserWindow): Promise<void> {
    let path: string | undefined;
    try {
      path = await this.#select(window);
      if (path !== undefined) await this.#addSelected(path);
    } catch (error) {
      await this.#showError(window, `Cannot add ${path ? `serial port ${path}` : 'a serial port'}`, error);
    }
  }

  async #select(window: BrowserWindow): Promise<string | undefined> {
    const { service, logger } = this.#options;
    const taken = new Set([...this.added, ...service.serial.ports().map(({ path }) => path)]);
    const choice = await popUp(window, sortPorts(await listPorts(logger), taken));
    return choice === OTHER ? chooseFile(window) : choice;
  }

  async #addSelected(path: string): Promise<void> {
    const { service, logger } = this.#options;
    if (PORTS_ARE_FILES && !(await stat(path)).isCharacterDevice()) {
      throw new Error(`${path} is not a serial port. Choose a device file, usually in /dev.`);
    }
    if (!this.added.includes(path)) await service.settings.patch({ serial_ports: [...this.added, path] });
    service.serial.addPort(path);
    logger.info(`added serial port ${path}`);
  }

  #showError(window: BrowserWindow | undefined, message: string, error: unknown): Promise<void> {
    return showErrorDialog(window, this.#options.logger, message, errorText(error));
  }
}

/** Resolves with the selected port, or undefined. */
function popUp(
  window: BrowserWindow,
  { usb, builtIn }: ReturnType<typeof sortPorts>,
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
