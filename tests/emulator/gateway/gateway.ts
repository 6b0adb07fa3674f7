/**
 * An emulated SensGate: HTTP on loopback under the documented base path. `GET {base}/devices` is the only documented
 * request (docs/hardware.md#sensgate-requests); all others get 404.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Faults } from '../faults.ts';
import { answer, type GatewayFault, send } from './faults.ts';
import { PluggedInstrument, type PluggedOptions } from './plugged.ts';
import { bodyOf, type ShapeName } from './shapes.ts';
import { Told, type ToldLine } from './told.ts';

/** The documented base path. */
export const GATEWAY_BASE_PATH = '/sensgate/rvcp/';

const HOST = '127.0.0.1';

export interface GatewayOptions {
  /** The TCP port on 127.0.0.1; 0, the default, takes a free one, and keeps it over a stop. */
  port?: number;
  /** Default `G00033`. No documented answer carries it. */
  serial?: string;
  /** What the answer to `/devices` looks like; may be changed at any time. Default `lines`. */
  shape?: ShapeName;
  /** What is plugged in from the beginning. */
  instruments?: readonly PluggedOptions[];
}

export class EmulatedGateway {
  readonly host = HOST;
  readonly serial: string;
  /** What the answers look like from now on. */
  shape: ShapeName;
  readonly #instruments = new Map<string, PluggedInstrument>();
  readonly #told = new Told();
  #port: number;
  #server: Server | null = null;
  /** Of the server before. */
  #closed: Promise<unknown> = Promise.resolve();
  #fault: GatewayFault = 'well';
  #faultMs: number | undefined;
  #requests = 0;
  #connections = 0;

  /** @throws Error when an instrument cannot be plugged in */
  constructor({ port = 0, serial = 'G00033', shape = 'lines', instruments = [] }: GatewayOptions) {
    this.#port = port;
    this.serial = serial;
    this.shape = shape;
    for (const options of instruments) this.plug(options);
  }

  /** The TCP port; 0 until it was started, where none was given. */
  get port(): number {
    return this.#port;
  }

  /** Where its documented resources are: `http://127.0.0.1:8080/sensgate/rvcp/`. */
  get url(): string {
    return `http://${this.host}:${this.#port}${GATEWAY_BASE_PATH}`;
  }

  /** Requests for `/devices` since it was made, however they were answered. */
  get requests(): number {
    return this.#requests;
  }

  /** TCP connections since it was made. */
  get connections(): number {
    return this.#connections;
  }

  /** The serials of what is plugged in, in the order of the ports. */
  get serials(): string[] {
    return this.#inOrder().map(({ serial }) => serial);
  }

  /** Switches it on, and the instruments with it. May be called twice. @throws Error when the port is taken */
  async start(): Promise<void> {
    if (this.#server) return;
    const server = createServer((request, response) => this.#serve(request, response));
    this.#server = server;
    server.on('connection', () => {
      this.#connections += 1;
    });
    server.listen(this.#port, this.host);
    try {
      await once(server, 'listening');
    } catch (error) {
      this.#server = null;
      throw error;
    }
    this.#port = (server.address() as AddressInfo).port;
    for (const instrument of this.#instruments.values()) instrument.powerOn();
  }

  /** Pulls its plug: every connection breaks, the port refuses. May be called twice. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (server) {
      this.#server = null;
      for (const instrument of this.#instruments.values()) instrument.powerOff();
      this.#closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
    }
    await this.#closed;
  }

  /** How `/devices` is answered from the next request on. @param ms how long `slow` waits, default 3000 */
  fault(fault: GatewayFault, ms?: number): void {
    this.#fault = fault;
    this.#faultMs = ms;
  }

  /** Plugs an instrument in. @throws Error when its serial or port is taken, or its product unknown */
  plug(options: PluggedOptions): void {
    if (this.#instruments.has(options.serial)) throw new Error(`${options.serial} is already plugged in.`);
    const taken = new Set(this.#inOrder().map(({ port }) => port));
    let { port } = options;
    if (port !== undefined && taken.has(port)) throw new Error(`Port ${port} is in use.`);
    if (port === undefined) for (port = 1; taken.has(port); ) port += 1;
    const instrument = new PluggedInstrument(options, port);
    this.#instruments.set(options.serial, instrument);
    if (this.#server) instrument.powerOn();
  }

  /** Pulls an instrument out; its port is free again. @throws Error when it is not plugged in */
  unplug(serial: string): void {
    this.#known(serial).powerOff();
    this.#instruments.delete(serial);
  }

  /** What is wrong with one instrument; may be changed. @throws Error when it is not plugged in */
  faultsOf(serial: string): Faults {
    return this.#known(serial).faults;
  }

  /** These columns, from 1, show ERROR from now on; none heals it. @throws Error when it is not plugged in */
  failSensor(serial: string, columns: Iterable<number>): void {
    const instrument = this.#known(serial);
    instrument.faults.errorColumns = new Set(columns);
    instrument.measure();
  }

  /** Shows these numbers from now on; none lets the waves speak again. @throws Error when it is not plugged in */
  show(serial: string, values: readonly string[]): void {
    this.#known(serial).show(values);
  }

  /** The data lines that were handed over whole and right, oldest first, the newest hundred of a serial. */
  told(serial: string): readonly ToldLine[] {
    return this.#told.of(serial);
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    // Nothing that is asked has a body; one that comes all the same is let go.
    request.resume();
    if (request.url !== `${GATEWAY_BASE_PATH}devices`) {
      return send(response, 404, { contentType: 'text/plain', text: 'Not Found\n' });
    }
    if (request.method !== 'GET') {
      response.setHeader('Allow', 'GET');
      return send(response, 405, { contentType: 'text/plain', text: 'Method Not Allowed\n' });
    }
    this.#requests += 1;
    const body = bodyOf(this.shape, this.#inOrder(), this.serial);
    return answer(this.#fault, { response, body, ms: this.#faultMs, tell: () => this.#told.add(body.text) });
  }

  #known(serial: string): PluggedInstrument {
    const instrument = this.#instruments.get(serial);
    if (!instrument) throw new Error(`${serial} is not plugged in.`);
    return instrument;
  }

  #inOrder(): PluggedInstrument[] {
    return [...this.#instruments.values()].toSorted((one, other) => one.port - other.port);
  }
}

/** Makes an emulated gateway; `start()` switches it on. @throws Error when an instrument cannot be plugged in */
export function createGateway(options: GatewayOptions = {}): EmulatedGateway {
  return new EmulatedGateway(options);
}
