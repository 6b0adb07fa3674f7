/** Opens the port on both loopback addresses: what asks for `localhost` may try either. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PortErrors } from './port-errors.ts';

export interface ListenOptions {
  /** Makes one HTTP server; each address needs its own. */
  createServer(): Server;
  /** 0 takes any free port. */
  port: number;
  /** What is said where it cannot be had. */
  refusals: PortErrors;
  describePortHolder(port: number): Promise<string>;
}

/** What is listening. */
export interface LoopbackListener {
  servers: Server[];
  port: number;
}

/** How often another free port is tried when the first is free on one address alone. */
const MAX_TRIES = 10;

/**
 * Connections that may wait to be accepted: more than are ever open, so that all that come at once are answered or
 * refused. What the queue has no room for, the system lets try again after 1, 3 and 7 s. Linux' own bound is as high.
 */
const BACKLOG = 4096;

/** What an address answers that this computer does not have. */
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

async function listenOnBoth({ createServer }: ListenOptions, wanted: number): Promise<LoopbackListener> {
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

/** @throws MensuraError as `refusals` has it; what the system says otherwise */
export async function listenOnLoopback(options: ListenOptions): Promise<LoopbackListener> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await listenOnBoth(options, options.port);
    } catch (error) {
      const another = options.port === 0 && codeOf(error) === 'EADDRINUSE' && tries < MAX_TRIES;
      if (!another) throw await explain(error, options);
    }
  }
}
