/** The example thermometer of docs/drivers.md at the wire: a TCP server, made from its description alone. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

export class PlayedThermometer {
  readonly #sockets = new Set<Socket>();
  readonly #greeting: string;
  #server: Server | undefined;
  port = 0;
  connections = 0;

  constructor(greeting = 'ID E1234 1.4\n') {
    this.#greeting = greeting;
  }

  async switchOn(): Promise<void> {
    const server = createServer((socket) => {
      this.connections += 1;
      this.#sockets.add(socket);
      // The other side may end it at any time.
      socket.on('error', () => {});
      socket.on('close', () => this.#sockets.delete(socket));
      socket.write(this.#greeting);
    });
    this.#server = server;
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port;
  }

  say(text: string): void {
    for (const socket of this.#sockets) socket.write(text);
  }

  async switchOff(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
