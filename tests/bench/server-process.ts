/** The parent's side of a measured server. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type ServerName, serverPath } from './build-servers.ts';
import { PATIENCE_MS } from './patience.ts';
import type { ServerReady, ServerTask } from './servers/child.ts';
import { watchProcess } from './watch.ts';

/** A server in a process with this Node. */
export class ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** The server's folder while it runs. */
  readonly dataDir: string;
  readonly #child: ChildProcess;
  readonly #release: () => void;

  private constructor(name: string, url: string, child: ChildProcess, dataDir: string) {
    this.url = url;
    this.pid = child.pid ?? 0;
    this.#child = child;
    this.#release = watchProcess(child, `The server ${name}`);
    this.dataDir = dataDir;
  }

  /**
   * @param name of a server, or the file of one built elsewhere
   * @throws Error if it does not listen in time
   */
  static async start(name: ServerName | { file: string }, input = '{}'): Promise<ServerProcess> {
    const dataDir = await mkdtemp(join(tmpdir(), 'mensura-bench-'));
    const file = typeof name === 'string' ? serverPath(name) : name.file;
    const child = fork(file, { execArgv: [] });
    child.send({ input, dataDir } satisfies ServerTask);
    const ready = await new Promise<ServerReady>((resolve, reject) => {
      const fail = (what: string): void => reject(new Error(`The server ${file} ${what}.`));
      const deadline = setTimeout(() => fail(`did not listen within ${PATIENCE_MS} ms`), PATIENCE_MS);
      child.once('message', (message) => resolve(message as ServerReady));
      child.once('exit', (code) => fail(`ended with code ${code}`));
      child.once('message', () => clearTimeout(deadline));
      child.once('exit', () => clearTimeout(deadline));
    });
    return new ServerProcess(basename(file), ready.url, child, dataDir);
  }

  /** Sends a message to the server. */
  tell(question: string): void {
    this.#child.send(question);
  }

  /** The server's next message. @throws Error if it ends before that */
  async ask<Answer>(question: string): Promise<Answer> {
    const ended = new AbortController();
    const end = (): void => ended.abort(new Error(`The server of ${this.url} has ended.`));
    this.#child.once('exit', end);
    try {
      const answer = once(this.#child, 'message', { signal: ended.signal });
      this.tell(question);
      return (await answer)[0] as Answer;
    } finally {
      this.#child.off('exit', end);
    }
  }

  async stop(): Promise<void> {
    this.#release();
    const exited = once(this.#child, 'exit');
    if (this.#child.connected) this.#child.disconnect();
    if (this.#child.exitCode === null && this.#child.signalCode === null) await exited;
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
