import { Readable } from 'node:stream';
import { DEFAULT_PORT } from '../../contract/version.ts';
import { locateDataFolder } from '../../settings/data-location.ts';
import { findRunningService } from '../../settings/instance-file.ts';
import { CliError, EXIT } from '../failure.ts';
import type { CommonOptions } from '../invocation.ts';

type AddressOptions = Pick<CommonOptions, 'url' | 'dataDir'>;

interface Address {
  /** The base address, without a trailing slash. */
  url: string;
  /** Whether it proved to be this user's Mensura, or the user named it. Others get no password and name no file. */
  trusted: boolean;
  /** The message if nothing responds there. */
  absent: string;
}

/** Time limit for the proof of a busy service, in milliseconds. A missing service is detected at once. */
const PATIENCE_MS = 10_000;

const START_ONE = 'run "mensura serve" or start the desktop app';

function namedAddress(given: string, source: string): Address {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash || url.username) {
    throw new CliError(
      EXIT.usage,
      `${source}: must be an address such as http://127.0.0.1:${DEFAULT_PORT}, got "${given}"`,
    );
  }
  const base = url.href.replace(/\/+$/, '');
  return { url: base, trusted: true, absent: `cannot connect to ${base}; check that Mensura is running there` };
}

/**
 * The named address (a flag overrides a variable), else that of the Mensura with the data folder, else the default port.
 * @throws CliError for an invalid address, or a named data folder without a running Mensura
 */
export async function findAddress({ url, dataDir }: AddressOptions, env: NodeJS.ProcessEnv): Promise<Address> {
  if (url !== undefined) return namedAddress(url, '--url');
  const fromEnvironment = env['MENSURA_URL'];
  if (fromEnvironment && dataDir === undefined) return namedAddress(fromEnvironment, 'MENSURA_URL');
  const namedFolder = dataDir ?? env['MENSURA_DATA_DIR'];
  const folder = locateDataFolder(namedFolder || undefined, env);
  const found = await findRunningService({ dataDir: folder, patienceMs: PATIENCE_MS });
  if (found) return { url: found, trusted: true, absent: `Mensura has stopped; ${START_ONE}` };
  if (namedFolder) {
    throw new CliError(
      EXIT.noService,
      `Mensura is not running with the data folder ${folder}; run "mensura serve --data-dir ${folder}"`,
    );
  }
  const usual = `http://127.0.0.1:${env['MENSURA_PORT'] || DEFAULT_PORT}`;
  return { url: usual, trusted: false, absent: `Mensura is not running (cannot connect to ${usual}); ${START_ONE}` };
}

/** Time limit of a response, in milliseconds; testing a broker takes up to 15 s. */
const RESPONSE_TIMEOUT_MS = 30_000;

/** Every Mensura responds to it with a proof. */
const ANY_CHALLENGE = '0'.repeat(64);

export interface ApiRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as CSV instead. */
  file?: Readable;
  /** Cancels the request, and replaces the time limit. */
  signal?: AbortSignal;
}

/** The error for a response that is not from the API. */
export function notRunningError(url: string): CliError {
  return new CliError(EXIT.noService, `the server at ${url} is not Mensura; set the address with --url`);
}

function messageIn(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text) as Record<string, unknown>;
    return typeof message === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}

export class Api {
  readonly address: Address;

  constructor(address: Address) {
    this.address = address;
  }

  /** The body of a response. @throws CliError as `open` does */
  async call<Body>(path: string, call: ApiRequest = {}): Promise<Body> {
    const text = await this.text(path, call);
    try {
      return JSON.parse(text) as Body;
    } catch {
      throw notRunningError(this.address.url);
    }
  }

  /** The body of a response as text. @throws CliError as `open` does */
  async text(path: string, call: ApiRequest = {}): Promise<string> {
    const response = await this.open(path, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS), ...call });
    return response.text().catch((error: unknown) => {
      throw this.#broken(error);
    });
  }

  /** As `call`; undefined for status 404. */
  async find<Body>(path: string): Promise<Body | undefined> {
    try {
      return await this.call<Body>(path);
    } catch (error) {
      if (error instanceof CliError && error.exitCode === EXIT.notFound) return undefined;
      throw error;
    }
  }

  /**
   * Sends a request. Resolves with the headers, before the body.
   * @throws CliError `noService`, `notFound`, or `refused` with the message of the service
   * @throws the reason of the aborted signal
   */
  async open(path: string, { method = 'GET', headers = {}, body, file, signal }: ApiRequest = {}): Promise<Response> {
    // The service requires the content type also without a body.
    const type = method === 'GET' ? undefined : { 'Content-Type': file ? 'text/csv' : 'application/json' };
    const response = await fetch(this.address.url + path, {
      method,
      headers: { ...type, ...headers },
      redirect: 'error',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A stream can only be sent before the response is read.
      ...(file && { body: Readable.toWeb(file) as ReadableStream, duplex: 'half' as const }),
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      if (signal?.aborted && !isTimeout(error)) throw error;
      throw this.#broken(error);
    });
    if (response.ok) return response;
    const message = messageIn(await response.text().catch(() => ''));
    if (message === undefined) throw notRunningError(this.address.url);
    throw new CliError(response.status === 404 ? EXIT.notFound : EXIT.refused, message);
  }

  /** @throws CliError if another program responds there */
  async requireMensura(): Promise<void> {
    const body = await this.find<Record<string, unknown> | null>(`/app/v1/instance?challenge=${ANY_CHALLENGE}`);
    if (typeof body?.['proof'] !== 'string') throw notRunningError(this.address.url);
  }

  /**
   * @param consequence ends the message: `no backup was sent`
   * @throws CliError `refused` unless the service proved itself or was named
   */
  requireProof(consequence: string): void {
    if (this.address.trusted) return;
    throw new CliError(
      EXIT.refused,
      `cannot verify the service at ${this.address.url}, so ${consequence}; set the address with --url to trust it`,
    );
  }

  #broken(error: unknown): CliError {
    const { url, absent } = this.address;
    if (isTimeout(error)) {
      const seconds = RESPONSE_TIMEOUT_MS / 1000;
      return new CliError(EXIT.noService, `${url} did not respond within ${seconds} s; see the service log`, {
        cause: error,
      });
    }
    return new CliError(EXIT.noService, absent, { cause: error });
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/**
 * Finds the service. A named or proven address is not contacted before the first request.
 * @throws CliError
 */
export async function connect(options: AddressOptions): Promise<Api> {
  const api = new Api(await findAddress(options, process.env));
  if (!api.address.trusted) await api.requireMensura();
  return api;
}
