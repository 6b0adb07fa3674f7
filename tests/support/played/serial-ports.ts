/** Serial ports in memory; no port is opened. */
import type { ListedPorts, SerialPortTest, SerialPortView } from '../../../service/contract/index.ts';
import type { SerialPortAdministration } from '../../../service/http/options.ts';
import { MensuraError } from '../../../service/support/errors.ts';
import { Played } from './played.ts';

export class PlayedSerialPorts extends Played implements SerialPortAdministration {
  readonly ports = new Map<string, SerialPortView>();
  /** What the system lists. */
  systemPorts: ListedPorts['ports'] = [];
  /** The result of every test. */
  outcome: SerialPortTest = { ok: true, text: 'VCP-PTH450-CAL E24638 responds on /dev/ttyUSB0.', remedy: '' };

  list(): { ports: SerialPortView[] } {
    return { ports: [...this.ports.values()] };
  }

  async listed(): Promise<ListedPorts> {
    return { ports: this.systemPorts };
  }

  async add(path: string): Promise<SerialPortView> {
    this.note('add', path);
    return this.put({ path });
  }

  async remove(path: string): Promise<void> {
    this.note('remove', path);
    if (!this.ports.delete(path)) throw new MensuraError('not-found', `No serial port ${path}.`);
  }

  async test(path: string): Promise<SerialPortTest> {
    this.note('test', path);
    return this.outcome;
  }

  /** Has a port be in use, or be another. */
  put(port: Partial<SerialPortView> & { path: string }): SerialPortView {
    const view: SerialPortView = { origin: 'added', state: 'opening', device: null, problem: null, ...port };
    this.ports.set(port.path, view);
    return view;
  }
}
