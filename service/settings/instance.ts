/**
 * Lets a second Mensura of the same user find the first: the one that serves writes its address and a secret into the
 * data folder, and proves itself by answering a challenge with it. Another program on the port cannot.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '../support/atomic-file.ts';

/** How long a running Mensura may take to prove itself where somebody waits to start another, in milliseconds. */
const PROOF_TIMEOUT_MS = 2000;

/** A proof in hexadecimal. */
const PROOF = /^[\da-f]{64}$/i;

function instancePath(dataDir: string): string {
  return join(dataDir, 'instance.json');
}

function proof(secret: string, challenge: string): string {
  return createHmac('sha256', secret).update(challenge).digest('hex');
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
export class Instance {
  readonly #dataDir: string;
  readonly #secret = randomBytes(32).toString('hex');

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** Answers a challenge. */
  prove(challenge: string): string {
    return proof(this.#secret, challenge);
  }

  /** Writes where this Mensura serves. */
  async announce(url: string): Promise<void> {
    const text = JSON.stringify({ pid: process.pid, url, secret: this.#secret });
    await writeFileAtomic(instancePath(this.#dataDir), `${text}\n`);
  }

  async withdraw(): Promise<void> {
    await rm(instancePath(this.#dataDir), { force: true });
  }
}

export interface FindOptions {
  dataDir: string;
  /** How long it may take to prove itself, in milliseconds. Default 2 s. */
  patienceMs?: number;
}

/** The address of the Mensura that serves from this data folder, if one does and proves it. */
export async function findRunningService({
  dataDir,
  patienceMs = PROOF_TIMEOUT_MS,
}: FindOptions): Promise<string | undefined> {
  const text = await readFile(instancePath(dataDir), 'utf8').catch(() => '');
  const instance = instanceOf(text);
  if (!instance) return undefined;
  const { url, secret } = instance;
  const challenge = randomBytes(32).toString('hex');
  try {
    const answer = await fetch(`${url}/app/v1/instance?challenge=${challenge}`, {
      signal: AbortSignal.timeout(patienceMs),
      redirect: 'error',
    });
    const { proof: given } = (await answer.json()) as Record<string, unknown>;
    if (typeof given !== 'string' || !PROOF.test(given)) return undefined;
    return timingSafeEqual(Buffer.from(given), Buffer.from(proof(secret, challenge))) ? url : undefined;
  } catch {
    // Nobody there, somebody else, or a Mensura that is just stopping: in each case none that could be shown.
    return undefined;
  }
}
