import { stat } from 'node:fs/promises';
import { type BrowserWindow, dialog, Menu, type MenuItemConstructorOptions } from 'electron';
import { SerialPort } from 'serialport';
import type { Service } from '../service/service.ts';
import { withDeadline } from '../service/support/deadline.ts';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';
import { showErrorDialog } from './folder-dialogs.ts';

/** Time limit for listing the ports, in milliseconds. */
const LIST_TIMEOUT_MS = 3000;

/** Maximum number of ports in a menu; others can be selected as a file. */
const MAX_PORTS = 30;

interface SystemPort {
  /** `/dev/ttyUSB0`, `COM3`. */
  path: string;
  manufacturer?: string | undefined;
  /** Set for ports of USB devices. */
  vendorId?: string | undefined;
}

interface PortMenuItem {
  path: string;
  label: string;
}

/**
 * Sorts ports by path into those of USB devices and built-in ones, many of which have no connector.
 * @param taken paths that Mensura already uses
 */
export function sortPorts(
  ports: readonly SystemPort[],
  taken: ReadonlySet<string>,
): { usb: PortMenuItem[]; builtIn: PortMenuItem[] } {
  const free = ports.filter(({ path }) => !taken.has(path)).toSorted((a, b) => comparePaths(a.path, b.path));
  const choices = (wanted: boolean): PortMenuItem[] =>
    free
      .filter(({ vendorId }) => (vendorId !== undefined) === wanted)
      .slice(0, MAX_PORTS)
      .map(({ path, manufacturer }) => ({ path, label: manufacturer ? `${path} (${manufacturer})` : path }));
  return { usb: choices(true), builtIn: choices(false) };
}

/** COM10 comes after COM9. */
function comparePaths(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

/** Empty if the system cannot list its ports, such as Linux without udevadm. */
async function listPorts(logger: Logger): Promise<readonly SystemPort[]> {
  try {
    return await withDeadline(SerialPort.list(), LIST_TIMEOUT_MS, 'Listing serial ports');
  } catch (error) {
    logger.warn(`cannot list serial ports: ${errorText(error)}`);
    return [];
  }
}

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
