/** A remote Mensura with one device, which publishes to the broker and is stopped and started. */

import type { AtEnd } from '../../support/ends.ts';
import { endsWithUs } from '../../support/ends-with-us.ts';
import { addClients, dataFolder, kill } from '../../support/load/publishing.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { CountedInstrument } from './counted-instrument.ts';

export interface RemoteOptions {
  serial: string;
  /** Of its serial port. */
  path: string;
  /** Of the broker, or of the tap before it. */
  port: number;
}

export class Remote {
  readonly instrument: CountedInstrument;
  readonly #atEnd: AtEnd;
  readonly #dataDir: string;
  #service: RunningService;

  private constructor(atEnd: AtEnd, instrument: CountedInstrument, service: RunningService) {
    this.#atEnd = atEnd;
    this.instrument = instrument;
    this.#dataDir = service.dataDir;
    this.#service = service;
  }

  /** It publishes under the name `remote`. */
  static async start(atEnd: AtEnd, { serial, path, port }: RemoteOptions): Promise<Remote> {
    const instrument = await CountedInstrument.plug(atEnd, serial, path);
    const service = await launch(atEnd, await dataFolder(atEnd), path);
    await addClients(service.url, { remote: port });
    return new Remote(atEnd, instrument, service);
  }

  get url(): string {
    return this.#service.url;
  }

  /** Stops it. @throws Error if its exit code is not 0 */
  async stop(): Promise<void> {
    const code = await this.#service.stop();
    if (code !== 0) throw new Error(`The other Mensura ended with ${code}: ${this.#service.output()}`);
  }

  async goOn(): Promise<void> {
    this.#service = await launch(this.#atEnd, this.#dataDir, this.instrument.path);
  }
}

async function launch(atEnd: AtEnd, dataDir: string, path: string): Promise<RunningService> {
  const service = await startService({ dataDir, args: ['--no-simulate', '--serial-port', path] });
  endsWithUs(service.process);
  atEnd(() => kill(service));
  return service;
}
