/** The service's HTTP API as the commands use it. */
import { CliError, EXIT } from '../failure.ts';
import { type Address, type AddressOptions, findAddress } from './address.ts';

/** How long an answer may take, in milliseconds; the try of a broker takes the service 15 s at most. */
const ANSWER_TIMEOUT_MS = 30_000;

/** What any Mensura answers with a proof, and nothing else does. */
const ANY_CHALLENGE = '0'.repeat(64);

/** What a request is made of. */
export interface Call {
  method?: 'GET' | 'POST' | 'DELETE';
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Ends the request. Given, the answer may take as long as it likes. */
  signal?: AbortSignal;
}

/** Something answered that is not the API. */
export function noMensura(url: string): CliError {
  return new CliError(EXIT.noService, `what answers at ${url} is no Mensura; give the address with --url`);
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

  /** The answer to a request. @throws CliError as `open` does */
  async call<Answer>(path: string, call: Call = {}): Promise<Answer> {
    const response = await this.open(path, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS), ...call });
    const text = await response.text().catch((error: unknown) => {
      throw this.#broken(error);
    });
    try {
      return JSON.parse(text) as Answer;
    } catch {
      throw noMensura(this.address.url);
    }
  }

  /** The same; undefined where there is nothing of that name. */
  async find<Answer>(path: string): Promise<Answer | undefined> {
    try {
      return await this.call<Answer>(path);
    } catch (error) {
      if (error instanceof CliError && error.exitCode === EXIT.notFound) return undefined;
      throw error;
    }
  }

  /**
   * Makes a request, and answers as soon as its answer begins.
   * @throws CliError `noService`, `notFound`, or `refused` in the service's own words
   * @throws whatever the signal was aborted with
   */
  async open(path: string, { method = 'GET', headers = {}, body, signal }: Call = {}): Promise<Response> {
    // A write needs the content type even where it has no body.
    const type = method === 'GET' ? undefined : { 'Content-Type': 'application/json' };
    const response = await fetch(this.address.url + path, {
      method,
      headers: { ...type, ...headers },
      redirect: 'error',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      if (signal?.aborted && !isTimeout(error)) throw error;
      throw this.#broken(error);
    });
    if (response.ok) return response;
    const message = messageIn(await response.text().catch(() => ''));
    if (message === undefined) throw noMensura(this.address.url);
    throw new CliError(response.status === 404 ? EXIT.notFound : EXIT.refused, message);
  }

  /** @throws CliError where something else answers there */
  async requireMensura(): Promise<void> {
    const answer = await this.find<Record<string, unknown> | null>(`/app/v1/instance?challenge=${ANY_CHALLENGE}`);
    if (typeof answer?.['proof'] !== 'string') throw noMensura(this.address.url);
  }

  /**
   * @param consequence what becomes of that: `is sent no secret`
   * @throws CliError `refused` where the service has neither proved itself nor been named
   */
  requireProof(consequence: string): void {
    if (this.address.trusted) return;
    throw new CliError(
      EXIT.refused,
      `what answers at ${this.address.url} did not prove to be your Mensura, and ${consequence}; name it with --url if it is`,
    );
  }

  #broken(error: unknown): CliError {
    const { url, absent } = this.address;
    if (isTimeout(error)) {
      const seconds = ANSWER_TIMEOUT_MS / 1000;
      return new CliError(EXIT.noService, `${url} did not answer within ${seconds} s; see the log of the service`, {
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
 * Finds the service. Where it was named, or has proved itself, whether it answers is seen by the first request.
 * @throws CliError
 */
export async function connect(options: AddressOptions): Promise<Api> {
  const api = new Api(await findAddress(options, process.env));
  if (!api.address.trusted) await api.requireMensura();
  return api;
}
