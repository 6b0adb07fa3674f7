/**
 * Lets a second Mensura of the same user find the running one, which writes its address and a secret into the data
 * folder and proves itself by answering a challenge with that secret. Another program on the port cannot.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { json } from 'node:stream/consumers';
import { writeFileAtomic } from '../support/atomic-file.ts';

/** Time for a running Mensura to prove itself, in milliseconds; the second start waits for it. */
const PROOF_TIMEOUT_MS = 2000;

/** Largest response to a challenge, in bytes. */
const MAX_RESPONSE_BYTES = 4096;

/** Hexadecimal. */
const PROOF = /^[\da-f]{64}$/i;

function instancePath(dataDir: string): string {
  return join(dataDir, 'instance.json');
}

/** Includes the port, so that a program on another port cannot relay challenge and response. */
function proof(secret: string, challenge: string, port: number): string {
  return createHmac('sha256', secret).update(`${challenge} ${port}`).digest('hex');
}

/** Parses an instance file. Validated by hand: loading a schema library would delay every start of the command line. */
function instanceOf(text: string): { url: string; secret: string } | undefined {
  try {
    const { url, secret } = JSON.parse(text) as Record<string, unknown>;
    const isWhole = typeof url === 'string' && URL.canParse(url) && typeof secret === 'string' && secret.length >= 32;
    return isWhole ? { url, secret } : undefined;
  } catch {
    return undefined;
  }
}

/** The side of the running service. */
export class InstanceFile {
  readonly #dataDir: string;
  readonly #secret = randomBytes(32).toString('hex');
  #url: string | undefined;
  #saving: Promise<void> | undefined;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /**
   * The response to a challenge.
   * @param port on which the challenge arrived
   */
  prove(challenge: string, port: number): string {
    return proof(this.#secret, challenge, port);
  }

  /**
   * Writes the address of this service.
   * @throws the error of the file system
   */
  async publish(url: string): Promise<void> {
    const before = this.#url;
    this.#url = url;
    try {
      await this.#save();
    } catch (error) {
      this.#url = before;
      throw error;
    }
  }

  /**
   * Writes the announcement again if it was deleted or replaced.
   * @throws the error of the file system
   */
  async restore(): Promise<void> {
    if (this.#url !== undefined && !(await this.#isThere())) await this.#save();
  }

  /** Deletes its own file, but not that of another Mensura that took over the folder. */
  async withdraw(): Promise<void> {
    this.#url = undefined;
    await this.#saving?.catch(() => {});
    if (await this.#isThere()) await rm(instancePath(this.#dataDir), { force: true });
  }

  /** Whether the file is this Mensura's. */
  async #isThere(): Promise<boolean> {
    const text = await readFile(instancePath(this.#dataDir), 'utf8').catch(() => '');
    return instanceOf(text)?.secret === this.#secret;
  }

  /** Writes run in order; each writes the current state. */
  #save(): Promise<void> {
    const before = this.#saving?.catch(() => {});
    this.#saving = (async () => {
      await before;
      if (this.#url === undefined) return;
      const text = JSON.stringify({ pid: process.pid, url: this.#url, secret: this.#secret });
      await writeFileAtomic(instancePath(this.#dataDir), `${text}\n`);
    })();
    return this.#saving;
  }
}

export interface FindOptions {
  dataDir: string;
  /** Time for the proof, in milliseconds. Default 2 s. */
  patienceMs?: number;
}

/** An agent with one connection: once it is closed, requests fail instead of going to another program on the port. */
class SingleConnection extends Agent {
  #isOpened = false;

  constructor() {
    super({ keepAlive: true, maxSockets: 1 });
  }

  override createConnection(...[options, done]: Parameters<Agent['createConnection']>): Duplex | null | undefined {
    if (!this.#isOpened) {
      this.#isOpened = true;
      return super.createConnection(options, done);
    }
    done?.(new Error('The connection on which the service proved itself is closed.'), new Duplex());
    return undefined;
  }
}

/** A connection to a service that proved to own a data folder. */
export interface ProvenConnection {
  /** The base address of the service. */
  url: string;
  /** For sequential requests over this connection. The caller destroys it. */
  agent: Agent;
}

/**
 * @returns the JSON of the response
 * @throws Error when there is no response in time, or it is too large
 */
function fetchJson(url: string, agent: Agent, patienceMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, signal: AbortSignal.timeout(patienceMs) }, (response) => {
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > MAX_RESPONSE_BYTES) response.destroy(new Error('The answer is longer than any proof.'));
      });
      void json(response).then(resolve, reject);
    });
    request.on('error', reject);
  });
}

/**
 * Connects to the service that owns this data folder. Every response on this connection is from that service: an open
 * connection cannot be taken over.
 * @returns undefined when no service proves itself
 */
export async function connectToRunningService({
  dataDir,
  patienceMs = PROOF_TIMEOUT_MS,
}: FindOptions): Promise<ProvenConnection | undefined> {
  const instance = instanceOf(await readFile(instancePath(dataDir), 'utf8').catch(() => ''));
  if (!instance) return undefined;
  const { url, secret } = instance;
  const challenge = randomBytes(32).toString('hex');
  const agent = new SingleConnection();
  try {
    const response = await fetchJson(`${url}/app/v1/instance?challenge=${challenge}`, agent, patienceMs);
    const { proof: given } = response as Record<string, unknown>;
    const expected = proof(secret, challenge, Number(new URL(url).port || 80));
    if (typeof given === 'string' && PROOF.test(given) && timingSafeEqual(Buffer.from(given), Buffer.from(expected))) {
      return { url, agent };
    }
  } catch {
    // Nothing listens, another program does, or the service is stopping: no usable service in each case.
  }
  agent.destroy();
  return undefined;
}

/** The address of the service that owns this data folder, if it proves itself. */
export async function findRunningService(options: FindOptions): Promise<string | undefined> {
  const connection = await connectToRunningService(options);
  connection?.agent.destroy();
  return connection?.url;
}
