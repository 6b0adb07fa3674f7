/** Opens the port on both loopback addresses: what asks for `localhost` may try either. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorText, MensuraError } from '../support/errors.ts';

export interface ListenOptions {
  /** Makes one HTTP server; each address needs its own. */
  createServer(): Server;
  /** 0 takes any free port. */
  port: number;
  describePortHolder(port: number): Promise<string>;
}

/** What is listening. */
export interface Listening {
  servers: Server[];
  port: number;
}

/** How often another free port is tried when the first is free on one address alone. */
const MAX_TRIES = 10;

/** What an address answers that this computer does not have. */
const NO_SUCH_ADDRESS: ReadonlySet<string | undefined> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

async function listenOnBoth({ createServer }: ListenOptions, wanted: number): Promise<Listening> {
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

async function explain(error: unknown, { port, describePortHolder }: ListenOptions): Promise<unknown> {
  const code = codeOf(error);
  if (code === 'EADDRINUSE') {
    const holder = await describePortHolder(port);
    const text = `Port ${port} is held by ${holder}. Stop that program, or give another port with --port.`;
    return new MensuraError('port-taken', text, { cause: error });
  }
  if (code === 'EACCES') {
    const text = `This user may not open port ${port} (${errorText(error)}). Give a port above 1023 with --port.`;
    return new MensuraError('usage', text, { cause: error });
  }
  return error;
}

/** @throws MensuraError `port-taken` or `usage`; what the system says otherwise */
export async function listenOnLoopback(options: ListenOptions): Promise<Listening> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await listenOnBoth(options, options.port);
    } catch (error) {
      const another = options.port === 0 && codeOf(error) === 'EADDRINUSE' && tries < MAX_TRIES;
      if (!another) throw await explain(error, options);
    }
  }
}
