/** Limits and errors of connections, independent of requests. */
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { canonicalJson } from '../support/canonical-json.ts';
import { MensuraError } from '../support/errors.ts';
import { errorResponse } from './error-response.ts';
import { isLoopback } from './guards/local-request.ts';
import type { HttpLimits } from './options.ts';
import type { RequestSequencer } from './request-sequencer.ts';
import { type JsonResponse, jsonResponse } from './response.ts';
import { protocolStatus } from './status.ts';

/** Interval in which Node checks connections for time-outs, in milliseconds. */
export const TIMEOUT_CHECK_MS = 2000;

/** Time that a connection has to close before it is destroyed, in milliseconds. */
const CLOSE_MS = 2000;

/** Cuts a connection whose request does not arrive in time, as Node does. */
export function timeOut(server: Server, socket: Socket): void {
  const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  server.emit('clientError', error, socket);
}

/** Writes a response without a request, and closes. */
function sendRaw(socket: Duplex, { status, headers, body }: JsonResponse): void {
  const lines: string[] = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`];
  for (let index = 0; index < headers.length; index += 2) lines.push(`${headers[index]}: ${headers[index + 1]}`);
  lines.push('Connection: close', '', '');
  endSocket(socket, Buffer.concat([Buffer.from(lines.join('\r\n')), body]));
}

/**
 * Ignores further input: destroying the connection now would discard the response.
 * @param last bytes to send before the end
 */
function endSocket(socket: Duplex, last = Buffer.alloc(0)): void {
  socket.end(last);
  const deadline = setTimeout(() => socket.destroy(), CLOSE_MS);
  socket.once('close', () => clearTimeout(deadline));
}

export interface ConnectionGuardOptions {
  /** The connections of all servers together. */
  open: Set<Socket>;
  limits: HttpLimits;
  turns: RequestSequencer;
}

export function guardConnections(server: Server, { open, limits, turns }: ConnectionGuardOptions): void {
  server.headersTimeout = limits.headersTimeoutMs;
  // Uploads have more time than other bodies, which Node cannot tell apart.
  server.requestTimeout = 0;
  server.keepAliveTimeout = limits.keepAliveTimeoutMs;
  // The limit below sends a response; this one, for connections beyond that, only closes them.
  server.maxConnections = limits.maxConnections + 64;
  server.prependListener('connection', (socket) => {
    if (!isLoopback(socket.remoteAddress)) {
      socket.destroy();
      return;
    }
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    if (open.size > limits.maxConnections) {
      sendRaw(
        socket,
        errorResponse(
          new MensuraError('too-many', 'The limit of open connections is reached. Close one and try again.'),
        ),
      );
    }
  });
  const reported = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const under = turns.breakOff(socket);
    // A reset connection cannot receive a response.
    if (error.code === 'ECONNRESET' || (!socket.writable && !reported.has(socket))) {
      socket.destroy();
      return;
    }
    // Node reports each further piece of invalid input.
    if (reported.has(socket)) return;
    reported.add(socket);
    // Inside a response that has started, the client would read it as its body.
    if (under?.headersSent && !under.writableEnded) {
      endSocket(socket);
      return;
    }
    // Sent first, it would look like the response to the previous valid request.
    if (under?.req.complete) {
      under.once('finish', () => endSocket(socket));
      return;
    }
    const message = 'The request is not valid HTTP, is too large, or timed out.';
    sendRaw(socket, jsonResponse(protocolStatus(error.code), canonicalJson({ message })));
  });
}
