/** A place on the network that is the attacker's server at first, and then the service: what a rebound name comes to. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { atEnd } from '../../support/at-end.ts';

const PAGE = '<!doctype html><title>attack</title><body>';

export interface RebindingName {
  port: number;
  /** From now on it leads to the service. */
  rebind(): void;
}

/** @param servicePort where it leads to in the end */
export async function startRebinding(servicePort: number): Promise<RebindingName> {
  let isRebound = false;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    atEnd(() => socket.destroy());
    // Only what is asked shows whom it is for: a browser makes connections in advance, which live on over the rebinding.
    socket.once('data', (asked) => {
      if (isRebound) {
        const inner = connect(servicePort, '127.0.0.1');
        inner.on('error', () => socket.destroy());
        inner.write(asked);
        socket.pipe(inner).pipe(socket);
        return;
      }
      const head = `Content-Type: text/html\r\nContent-Length: ${PAGE.length}\r\nConnection: close`;
      socket.end(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n${PAGE}`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => server.close());
  return {
    port: (server.address() as AddressInfo).port,
    rebind: () => {
      isRebound = true;
    },
  };
}
