/** Servers that are no brokers, or brokers of the bad kind. */
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { atEnd } from '../at-end.ts';

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** A server that does this with each connection; its sockets are ended at the end of the test file. @returns its port */
export async function startServer(serve: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    // What a client does to a connection is its own affair.
    socket.on('error', () => {});
    atEnd(() => socket.destroy());
    serve(socket);
  });
  return listen(server);
}

/** A web server. */
export async function startWebServer(): Promise<number> {
  const server = createHttpServer((_, response) => response.end('hello'));
  atEnd(() => server.closeAllConnections());
  return listen(server);
}

/** Answers the first bytes of each connection, which are its CONNECT, with these. */
export async function startAnswering(answer: Uint8Array, then?: (socket: Socket) => void): Promise<number> {
  return startServer((socket) => {
    socket.once('data', () => {
      socket.write(answer);
      then?.(socket);
    });
  });
}
