/** A real Mosquitto in a folder of its own, on a free port of 127.0.0.1. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endsWithUs } from '../ends-with-us.ts';
import { freePort } from '../free-port.ts';
import { requireProgram, runProgram } from '../programs.ts';
import { until } from '../until.ts';
import type { Certificate } from './certificates.ts';

/** How often another free port is tried when someone was quicker. */
const PORT_TRIES = 5;

export interface MosquittoOptions {
  /** A port to take; a free one unless given. */
  port?: number;
  /** Passwords by username. Without it everyone may come in. */
  users?: Readonly<Record<string, string>>;
  /** Speaks TLS alone, with this certificate. */
  tls?: {
    certificate: Certificate;
    /** Clients must show a certificate that this authority signed. */
    clientCa?: Certificate;
  };
  /** Keeps sessions and retained messages over a restart; over `kill` those of a moment ago too. Default false. */
  persistence?: boolean;
  /** Further lines of mosquitto.conf, as in `max_packet_size 500` or `max_inflight_messages 5`. */
  settings?: readonly string[];
}

export class MosquittoBroker {
  readonly host = '127.0.0.1';
  /** Holds configuration, passwords, certificates and what is persistent. */
  readonly folder: string;
  readonly #options: MosquittoOptions;
  #port = 0;
  #child: ChildProcess | undefined;
  #log = '';
  #removed = false;

  constructor(folder: string, options: MosquittoOptions) {
    this.folder = folder;
    this.#options = options;
  }

  get port(): number {
    return this.#port;
  }

  /** Everything it has said since it was first started. */
  log(): string {
    return this.#log;
  }

  /** Starts it, on the port that it had; resolves when it accepts. @throws Error with its log when it ends instead */
  async start(): Promise<void> {
    if (this.#child) return;
    if (this.#removed) throw new Error('This broker was removed.');
    if (this.#port !== 0) return this.#startOn(this.#port);
    for (let tries = 1; ; tries += 1) {
      this.#port = this.#options.port ?? (await freePort());
      try {
        return await this.#startOn(this.#port);
      } catch (error) {
        if (this.#options.port || tries >= PORT_TRIES || !this.#log.includes('Address already in use')) throw error;
      }
    }
  }

  /** Stops it in good order (SIGTERM): clients are disconnected. May be called twice. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Kills it (SIGKILL). May be called twice. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Kills it and removes its folder. May be called twice. */
  async remove(): Promise<void> {
    this.#removed = true;
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Stops it, unless it is stopped, and starts it on the same port. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Writes down what is persistent, so that a `kill` right after takes none of it. */
  async save(): Promise<void> {
    const path = join(this.folder, 'mosquitto.db');
    // It writes another file and renames it: a new file with the old name is a whole one.
    const numberOf = async (): Promise<number> =>
      stat(path).then(
        ({ ino, mtimeMs }) => ino + mtimeMs,
        () => 0,
      );
    const before = await numberOf();
    this.#child?.kill('SIGUSR1');
    await until('Mosquitto to save', async () => (await numberOf()) !== before);
  }

  /** Freezes it: connections stay open, and nothing is answered. */
  pause(): void {
    this.#child?.kill('SIGSTOP');
  }

  /** Lets it go on. */
  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    child.kill('SIGCONT');
    await exit;
  }

  async #startOn(port: number): Promise<void> {
    const config = join(this.folder, 'mosquitto.conf');
    await writeFile(config, await this.#configuration(port));
    const child = spawn(requireProgram('mosquitto'), ['-c', config], { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#child = child;
    endsWithUs(child);
    const before = this.#log.length;
    child.stderr?.on('data', (bytes: Buffer) => {
      this.#log += bytes.toString();
    });
    await until('Mosquitto to accept', async () => {
      if (child.exitCode !== null || child.signalCode !== null) return 'ended';
      return /version \S+ running/.test(this.#log.slice(before)) && (await accepts(port));
    });
    if (child.exitCode === null && child.signalCode === null) return;
    this.#child = undefined;
    throw new Error(`Mosquitto ended with code ${child.exitCode}. It said:\n${this.#log.slice(before)}`);
  }

  async #configuration(port: number): Promise<string> {
    const { users, tls, persistence = false, settings = [] } = this.#options;
    const lines = [
      `listener ${port} ${this.host}`,
      // Started by root it would become the user "mosquitto", who cannot read this folder.
      ...(process.getuid?.() === 0 ? ['user root'] : []),
      'log_dest stderr',
      'log_type all',
      // A slow witness must not lose what was published.
      'max_queued_messages 1000000',
      ...(users
        ? ['allow_anonymous false', `password_file ${await this.#passwords(users)}`]
        : ['allow_anonymous true']),
      ...(persistence
        ? [
            'persistence true',
            `persistence_location ${this.folder}/`,
            'autosave_on_changes true',
            'autosave_interval 1',
          ]
        : ['persistence false']),
    ];
    if (tls) {
      lines.push(`certfile ${tls.certificate.certificatePath}`, `keyfile ${tls.certificate.keyPath}`);
      if (tls.clientCa) lines.push(`cafile ${tls.clientCa.certificatePath}`, 'require_certificate true');
    }
    return `${[...lines, ...settings].join('\n')}\n`;
  }

  async #passwords(users: Readonly<Record<string, string>>): Promise<string> {
    const path = join(this.folder, 'passwords');
    await writeFile(path, '');
    for (const [user, password] of Object.entries(users)) {
      runProgram('mosquitto_passwd', ['-b', path, user, password], this.folder);
    }
    return path;
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    // Not yet.
    return false;
  } finally {
    socket.destroy();
  }
}

/** Starts a broker in a new folder; the caller ends both. */
export async function launchMosquitto(options: MosquittoOptions = {}): Promise<MosquittoBroker> {
  const broker = new MosquittoBroker(await mkdtemp(join(tmpdir(), 'mensura-mosquitto-')), options);
  try {
    await broker.start();
  } catch (error) {
    await removeMosquitto(broker);
    throw error;
  }
  return broker;
}

/** Kills a broker and removes its folder. May be called twice. */
export function removeMosquitto(broker: MosquittoBroker): Promise<void> {
  return broker.remove();
}
