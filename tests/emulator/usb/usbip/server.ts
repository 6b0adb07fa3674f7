/** A USB/IP server on a unix socket: each device that is plugged in can be imported once. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interfaceCount } from './descriptors.ts';
import { Session } from './session.ts';
import type { UsbDevice } from './usb-device.ts';
import { type Exported, IMPORT_BYTES, importRefusal, importReply, readImport } from './wire.ts';

/** The bus that all devices claim to be on; the host numbers its own. */
const BUS = 1;
/** Device numbers have 16 bits. */
const MOST_DEVICES = 0xffff;

interface Entry {
  exported: Exported;
  device: UsbDevice;
  socket: Socket | null;
}

export class UsbipServer {
  /** Of a connection that was ended because of what came over it. */
  onError: (error: Error) => void = () => {};
  readonly #server: Server = createServer((socket) => this.#connected(socket));
  readonly #entries = new Map<string, Entry>();
  readonly #sockets = new Set<Socket>();
  #folder: string | null = null;
  #last = 0;

  /** The path of the socket. @throws Error when the server has not been started */
  get path(): string {
    if (!this.#folder) throw new Error('The USB/IP server does not run.');
    return join(this.#folder, 'usbip');
  }

  async start(): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'usbip-'));
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.path, resolve);
    });
  }

  /** Unplugs everything. May be called twice. */
  async stop(): Promise<void> {
    for (const busId of this.#entries.keys()) this.unplug(busId);
    for (const socket of this.#sockets) socket.destroy();
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true });
    this.#folder = null;
  }

  /** Makes a device one that can be imported. */
  plug(device: UsbDevice): Exported {
    this.#last = (this.#last % MOST_DEVICES) + 1;
    const exported = { busId: `${BUS}-${this.#last}`, bus: BUS, device: this.#last };
    this.#entries.set(exported.busId, { exported, device, socket: null });
    return exported;
  }

  /** Pulls the cable: the host's connection breaks. */
  unplug(busId: string): void {
    this.#entries.get(busId)?.socket?.destroy();
    this.#entries.delete(busId);
  }

  #connected(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', (error) => this.onError(error));
    let session: Session | null = null;
    let received = Buffer.alloc(0);
    socket.on('data', (bytes) => {
      if (session) {
        session.receive(bytes);
        return;
      }
      received = Buffer.concat([received, bytes]);
      if (received.length < IMPORT_BYTES) return;
      session = this.#import(socket, received.subarray(0, IMPORT_BYTES));
      if (received.length > IMPORT_BYTES) session?.receive(received.subarray(IMPORT_BYTES));
    });
  }

  #import(socket: Socket, request: Buffer): Session | null {
    try {
      const entry = this.#entries.get(readImport(request));
      if (!entry || entry.socket) {
        socket.end(importRefusal());
        return null;
      }
      entry.socket = socket;
      const { exported, device } = entry;
      socket.write(importReply(exported, device.descriptors, interfaceCount(device.descriptors.kind)));
      return new Session(socket, device);
    } catch (error) {
      socket.destroy(error instanceof Error ? error : new Error(String(error)));
      return null;
    }
  }
}
