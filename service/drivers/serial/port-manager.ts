/** Serial ports for the API and the desktop's menu: adds, removes, lists and tests them. */
import {
  type ListedPorts,
  MAX_ADDED_PORTS,
  type Problem,
  type SerialPortTest,
  type SerialPortView,
  type SerialPortViews,
} from '../../contract/index.ts';
import { withDeadline } from '../../support/deadline.ts';
import { errorText, invalidFields, MensuraError } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';
import { TaskQueue } from '../../support/task-queue.ts';
import type { PortInfo } from './options.ts';
import { NoSerialPortError, pathError, resolvePort } from './port-path.ts';
import type { SerialDriver } from './serial-driver.ts';

/** Time limit for listing the system's ports, in milliseconds. */
const LIST_TIMEOUT_MS = 3000;

export interface SerialPortManagerOptions {
  driver: Pick<SerialDriver, 'ports' | 'addPort' | 'removePort' | 'testPort' | 'isSamePort'>;
  /** The ports added in the settings, in their order. */
  saved(): readonly string[];
  /** @throws MensuraError `storage-failed`: then nothing has changed */
  save(paths: string[]): Promise<unknown>;
  /** All problems of the service. */
  problems(): readonly Problem[];
  /** Serial number of the connected device of a port. */
  deviceOn(path: string): string | undefined;
  /** The system's list; a test may replace it. */
  listPorts?: () => Promise<
    readonly { path: string; manufacturer?: string | undefined; vendorId?: string | undefined }[]
  >;
  logger: Logger;
}

async function listSystemPorts(): ReturnType<NonNullable<SerialPortManagerOptions['listPorts']>> {
  const { SerialPort } = await import('./library.ts');
  return SerialPort.list();
}

export class SerialPortManager {
  readonly #options: SerialPortManagerOptions;
  readonly #changes = new TaskQueue();
  #listing: Promise<ListedPorts> | undefined;
  /** The path of the port being tested. */
  #tested: string | undefined;

  constructor(options: SerialPortManagerOptions) {
    this.#options = options;
  }

  list(): SerialPortViews {
    return { ports: this.#options.driver.ports().map((port) => this.#view(port)) };
  }

  /**
   * Ports that can be added: those of USB devices first, then by name. Empty if the system cannot list them, such as
   * Linux without udevadm. Simultaneous calls share one list, since each list may start a program.
   */
  listed(): Promise<ListedPorts> {
    this.#listing ??= this.#listUsable().finally(() => (this.#listing = undefined));
    return this.#listing;
  }

  async #listUsable(): Promise<ListedPorts> {
    const { logger, listPorts = listSystemPorts } = this.#options;
    try {
      const ports = await withDeadline(listPorts(), LIST_TIMEOUT_MS, 'Listing serial ports');
      const usable = ports.filter(({ path }) => pathError(path) === undefined);
      const views = usable.map(({ path, manufacturer = '', vendorId }) => ({
        path,
        manufacturer,
        usb: vendorId !== undefined,
      }));
      // COM10 comes after COM9.
      const order = new Intl.Collator('en', { numeric: true });
      return { ports: views.toSorted((a, b) => Number(b.usb) - Number(a.usb) || order.compare(a.path, b.path)) };
    } catch (error) {
      logger.warn(`cannot list serial ports: ${errorText(error)}`);
      return { ports: [] };
    }
  }

  /**
   * Adds a port to the settings and opens it. One that does not exist is opened when it appears.
   * @throws MensuraError `bad-request` naming `path`, `conflict`, `storage-failed`; `too-many` while it is being tested
   */
  add(path: string): Promise<SerialPortView> {
    return this.#changes.run(async () => {
      await requirePortPath(path);
      const { driver, saved, save, logger } = this.#options;
      const paths = saved();
      const used = await this.#inUse(path);
      const isSaved = (await Promise.all(paths.map((other) => driver.isSamePort(other, path)))).includes(true);
      if (isSaved || used?.origin === 'added') {
        const message = isSaved ? 'is already added' : 'is set by --serial-port or MENSURA_SERIAL_PORTS';
        const error = { path: 'path', message };
        throw new MensuraError('conflict', `${error.path}: ${error.message}.`, { errors: [error] });
      }
      if (paths.length >= MAX_ADDED_PORTS) {
        throw new MensuraError('bad-request', `The limit is ${MAX_ADDED_PORTS} serial ports. Remove one first.`);
      }
      // Opened twice, it would be reported as in use by another program.
      if (this.#tested !== undefined && (await driver.isSamePort(this.#tested, path))) throw inTest(path);
      await save([...paths, path]);
      driver.addPort(path);
      logger.info(`added serial port ${path}`);
      return this.#view({ path, origin: 'added', state: used?.path === path ? used.state : 'opening' });
    });
  }

  /** @throws MensuraError `not-found`; `conflict` for a port named by a flag; `storage-failed` */
  remove(path: string): Promise<void> {
    return this.#changes.run(async () => {
      const { driver, saved, save, logger } = this.#options;
      const paths = saved();
      if (!paths.includes(path)) throw this.#notAdded(path);
      await save(paths.filter((other) => other !== path));
      driver.removePort(path);
      logger.info(`removed serial port ${path}`);
    });
  }

  /**
   * Opens a port briefly, or reports the state of a port in use. Takes at most 20 s.
   * @throws MensuraError `bad-request` naming `path`; `too-many` during another test
   */
  async test(path: string): Promise<SerialPortTest> {
    await requirePortPath(path);
    // Between changes: a port that is just being added counts as in use.
    const used = await this.#changes.run(async () => {
      const port = await this.#inUse(path);
      if (port) return port;
      if (this.#tested !== undefined) throw inTest(this.#tested);
      this.#tested = path;
      return undefined;
    });
    if (used) return describeUsed(this.#view(used));
    try {
      return await this.#options.driver.testPort(path);
    } finally {
      this.#tested = undefined;
    }
  }

  /** One added by hand has priority over the same port as found. */
  async #inUse(path: string): Promise<PortInfo | undefined> {
    const { driver } = this.#options;
    const ports = driver.ports();
    const isSame = await Promise.all(ports.map((port) => driver.isSamePort(port.path, path)));
    return ports.find((_, index) => isSame[index]);
  }

  #notAdded(path: string): MensuraError {
    const used = this.#options.driver.ports().find((port) => port.path === path);
    if (!used) return new MensuraError('not-found', `No serial port ${path}.`);
    const text =
      used.origin === 'added'
        ? `Serial port ${path} is set by --serial-port or MENSURA_SERIAL_PORTS. Remove it there.`
        : `Serial port ${path} was detected, not added. Unplug it to remove it from the list.`;
    return new MensuraError('conflict', text);
  }

  #view({ path, origin, state }: PortInfo): SerialPortView {
    const { saved, problems, deviceOn } = this.#options;
    const problem = problems().find(({ code, subject }) => code.startsWith('port-') && subject === path);
    return {
      path,
      origin: origin === 'added' && !saved().includes(path) ? 'flag' : origin,
      state,
      device: deviceOn(path) ?? null,
      problem: problem ? { text: problem.text, remedy: problem.remedy } : null,
    };
  }
}

/** @throws MensuraError `bad-request` naming `path` */
async function requirePortPath(path: string): Promise<void> {
  const error = pathError(path);
  if (error !== undefined) throw invalidFields([{ path: 'path', message: error }]);
  try {
    await resolvePort(path);
  } catch (cause) {
    // A missing file is a state of the port, and any other is checked again before it is opened.
    if (!(cause instanceof NoSerialPortError)) return;
    throw invalidFields([{ path: 'path', message: `must be a serial port of this computer, got ${path}` }]);
  }
}

function inTest(path: string): MensuraError {
  return new MensuraError('too-many', `Serial port ${path} is being tested. Try again in a few seconds.`);
}

function describeUsed({ path, state, device, problem }: SerialPortView): SerialPortTest {
  if (state === 'attached') {
    return {
      ok: true,
      text: `${device === null ? 'A device' : `Device ${device}`} is connected on ${path}.`,
      remedy: '',
    };
  }
  const remedy = 'Try again in a few seconds.';
  return { ok: false, ...(problem ?? { text: `Mensura is opening ${path}.`, remedy }) };
}
