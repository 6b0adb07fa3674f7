/** Opens the port on both loopback addresses, since clients of `localhost` try either. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PortErrors } from './port-errors.ts';

export interface ListenOptions {
  /** Creates an HTTP server; each address needs its own. */
  createServer(): Server;
  /** 0 selects a free port. */
  port: number;
  /** Errors for a port that cannot be opened. */
  refusals: PortErrors;
  describePortHolder(port: number): Promise<string>;
}

/** Attempts to find a port that is free on both addresses. */
const MAX_TRIES = 10;

/**
 * Connections in the system's queue: more than the limit of open connections, so that each gets a response or a
 * refusal. Beyond it, the system retries after 1, 3 and 7 s. Linux has the same limit.
 */
const BACKLOG = 4096;

/** Errors of an address that the computer does not have. */
const NO_SUCH_ADDRESS: ReadonlySet<string | undefined> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true, backlog: BACKLOG }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

async function listenOnBoth({
  createServer,
  port: wanted,
}: ListenOptions): Promise<{ servers: Server[]; port: number }> {
  const first = createServer();
  const port = await listen(first, '127.0.0.1', wanted);
  const second = createServer();
  try {
    await listen(second, '::1', port);
    return { servers: [first, second], port };
  } catch (error) {
    if (NO_SUCH_ADDRESS.has(codeOf(error))) return { servers: [first], port };
    first.close();
    throw error;
  }
}

async function explain(error: unknown, { port, refusals, describePortHolder }: ListenOptions): Promise<unknown> {
  const code = codeOf(error);
  if (code === 'EADDRINUSE') return refusals.taken(port, await describePortHolder(port), error);
  return code === 'EACCES' ? refusals.forbidden(port, error) : error;
}

/** @throws MensuraError of `refusals`; otherwise the system's error */
export async function listenOnLoopback(options: ListenOptions): ReturnType<typeof listenOnBoth> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await listenOnBoth(options);
    } catch (error) {
      const another = options.port === 0 && codeOf(error) === 'EADDRINUSE' && tries < MAX_TRIES;
      if (!another) throw await explain(error, options);
    }
  }
}
