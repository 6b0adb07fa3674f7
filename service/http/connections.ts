/** What holds for connections, before and beside any request on them. */
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

/** How often node looks for connections whose time is over, in milliseconds. */
export const TIMEOUT_CHECK_MS = 2000;

/** How long a connection that was told so may take to close, in milliseconds; then it is cut. */
const CLOSE_MS = 2000;

/** Writes an answer where there is no request that node could answer, and closes. */
function sendRaw(socket: Duplex, { status, headers, body }: JsonResponse): void {
  const lines: string[] = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`];
  for (let index = 0; index < headers.length; index += 2) lines.push(`${headers[index]}: ${headers[index + 1]}`);
  lines.push('Connection: close', '', '');
  endSocket(socket, Buffer.concat([Buffer.from(lines.join('\r\n')), body]));
}

/**
 * What comes after this is passed over: cut at once, the connection would take with it what was sent last.
 * @param last is still sent
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
  server.requestTimeout = limits.requestTimeoutMs;
  server.keepAliveTimeout = limits.keepAliveTimeoutMs;
  // The bound below answers; this one, for what cannot even be answered, only drops.
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
  const told = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const under = turns.breakOff(socket);
    // A connection that broke has nobody to answer.
    if (error.code === 'ECONNRESET' || (!socket.writable && !told.has(socket))) {
      socket.destroy();
      return;
    }
    // Each further piece of what cannot be read is told here again.
    if (told.has(socket)) return;
    told.add(socket);
    // In the middle of an answer it would be taken for a part of it.
    if (under?.headersSent && !under.writableEnded) {
      endSocket(socket);
      return;
    }
    // Before the answer to a request that was read it would be taken for that: what was done would seem refused.
    if (under?.req.complete) {
      under.once('finish', () => endSocket(socket));
      return;
    }
    const message = 'The request is not valid HTTP, is too large, or timed out.';
    sendRaw(socket, jsonResponse(protocolStatus(error.code), canonicalJson({ message })));
  });
}
