/** A server of the line protocol whose responses a test decides; it stores the lines that it accepts. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  lines: string[];
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** @returns undefined to hold the request without a response */
export type Respond = (request: ReceivedRequest) => Reply | undefined;

export const ACCEPTED: Reply = { status: 204 };

export interface LineServer {
  url: string;
  requests: ReceivedRequest[];
  /** Lines accepted by 204, in order. */
  lines: string[];
  respond: Respond;
}

export async function startLineServer(respond: Respond = () => ACCEPTED): Promise<LineServer> {
  const played: LineServer = { url: '', requests: [], lines: [], respond };
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8');
      const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
      const { method = '', url = '', headers } = request;
      const received = { method, url, headers, lines };
      played.requests.push(received);
      const reply = played.respond(received);
      if (!reply) return;
      if (reply.status === 204) played.lines.push(...lines);
      response.writeHead(reply.status, reply.headers);
      response.end(reply.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  played.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return played;
}
