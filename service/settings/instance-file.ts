/**
 * Lets a second Mensura of the same user find the first: the one that serves writes its address and a secret into the
 * data folder, and proves itself by answering a challenge with it. Another program on the port cannot.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { json } from 'node:stream/consumers';
import { writeFileAtomic } from '../support/atomic-file.ts';

/** How long a running Mensura may take to prove itself where somebody waits to start another, in milliseconds. */
const PROOF_TIMEOUT_MS = 2000;

/** The longest answer to a challenge that is read, in bytes. */
const MAX_ANSWER_BYTES = 4096;

/** A proof in hexadecimal. */
const PROOF = /^[\da-f]{64}$/i;

function instancePath(dataDir: string): string {
  return join(dataDir, 'instance.json');
}

/** The port is part of it: a program on another port cannot pass the challenge on and the answer back. */
function proof(secret: string, challenge: string, port: number): string {
  return createHmac('sha256', secret).update(`${challenge} ${port}`).digest('hex');
}

/** Where an instance file leads. Checked by hand: the command line would wait for a schema library at every start. */
function instanceOf(text: string): { url: string; secret: string } | undefined {
  try {
    const { url, secret } = JSON.parse(text) as Record<string, unknown>;
    const isWhole = typeof url === 'string' && URL.canParse(url) && typeof secret === 'string' && secret.length >= 32;
    return isWhole ? { url, secret } : undefined;
  } catch {
    return undefined;
  }
}

/** The serving side. */
export class InstanceFile {
  readonly #dataDir: string;
  readonly #secret = randomBytes(32).toString('hex');
  /** What is announced. */
  #url: string | undefined;
  #saving: Promise<void> | undefined;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** Answers a challenge. @param port at which it arrived */
  prove(challenge: string, port: number): string {
    return proof(this.#secret, challenge, port);
  }

  /** Writes where this Mensura serves. @throws what the file system says */
  async announce(url: string): Promise<void> {
    const before = this.#url;
    this.#url = url;
    try {
      await this.#save();
    } catch (error) {
      this.#url = before;
      throw error;
    }
  }

  /** Writes what was announced again where somebody removed or replaced it. @throws what the file system says */
  async restore(): Promise<void> {
    if (this.#url !== undefined && !(await this.#isThere())) await this.#save();
  }

  /** Removes what it wrote; the file of another that took the folder stays. */
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

  /** One after the other; each writes what holds by then. */
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
  /** How long it may take to prove itself, in milliseconds. Default 2 s. */
  patienceMs?: number;
}

/** An agent for one connection: a request that finds it closed fails, and is not sent to whoever listens by then. */
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

/** A connection whose other end proved to be the Mensura that serves from a data folder. */
export interface ProvenConnection {
  /** The base address of that Mensura. */
  url: string;
  /** For requests over this connection, one after the other. Whoever asked for it destroys it. */
  agent: Agent;
}

/** @returns the JSON of the answer @throws Error when there is none in time, or none of a sensible size */
function ask(url: string, agent: Agent, patienceMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, signal: AbortSignal.timeout(patienceMs) }, (answer) => {
      let length = 0;
      answer.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > MAX_ANSWER_BYTES) answer.destroy(new Error('The answer is longer than any proof.'));
      });
      void json(answer).then(resolve, reject);
    });
    request.on('error', reject);
  });
}

/**
 * Connects to the Mensura that serves from this data folder. Whatever is asked over this connection, that Mensura
 * answers: nobody can take its place on a connection that is open.
 * @returns undefined when none serves and proves it
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
    const answer = await ask(`${url}/app/v1/instance?challenge=${challenge}`, agent, patienceMs);
    const { proof: given } = answer as Record<string, unknown>;
    const expected = proof(secret, challenge, Number(new URL(url).port || 80));
    if (typeof given === 'string' && PROOF.test(given) && timingSafeEqual(Buffer.from(given), Buffer.from(expected))) {
      return { url, agent };
    }
  } catch {
    // Nobody there, somebody else, or a Mensura that is just stopping: in each case none that could be shown.
  }
  agent.destroy();
  return undefined;
}

/** The address of the Mensura that serves from this data folder, if one does and proves it. */
export async function findRunningService(options: FindOptions): Promise<string | undefined> {
  const connection = await connectToRunningService(options);
  connection?.agent.destroy();
  return connection?.url;
}
