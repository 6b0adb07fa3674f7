/** One pseudo terminal, made and held by a `socat` of our own. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { atExit } from './at-exit.ts';

/** Bytes that may wait for a host that does not read; beyond it the instrument's lines are lost, as on a real port. */
const UNREAD_LIMIT = 64 * 1024;

/** How long socat may take to name its terminal, in milliseconds. */
const START_TIMEOUT_MS = 10_000;

export interface PtyEvents {
  /** A program opened the terminal. */
  opened(): void;
  data(bytes: Buffer): void;
  /** The terminal is gone: the program closed it, or `end` was called. */
  ended(): void;
}

/**
 * Lives from its making to the moment the program that opened it closes it again: what is written while nobody has the
 * terminal open would otherwise wait there and come out stale.
 */
export class Pty {
  /** The terminal's own path, `/dev/pts/3`. */
  readonly device: string;
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;

  private constructor(device: string, child: ChildProcessByStdio<Writable, Readable, Readable>) {
    this.device = device;
    this.#child = child;
  }

  /** @throws Error when socat is missing or makes no terminal */
  static async make(events: PtyEvents): Promise<Pty> {
    // Any user may open it: the program under test may be run by another one.
    const child = spawn('socat', ['-d', '-d', '-t', '0', 'PTY,rawer,wait-slave,pty-interval=0.01,mode=0666', 'STDIO'], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const kill = (): void => void child.kill('SIGKILL');
    const forget = atExit(kill);
    // The program may close the terminal while a line is on its way: the exit says so.
    child.stdin.on('error', () => {});
    child.stdout.on('data', events.data);
    const device = await new Promise<string>((resolve, reject) => {
      const deadline = setTimeout(() => {
        kill();
        reject(new Error(`socat made no pseudo terminal within ${START_TIMEOUT_MS} ms.`));
      }, START_TIMEOUT_MS);
      let said = '';
      let open = false;
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        if (open) return;
        said += text;
        const found = /PTY is (\S+)\n/.exec(said)?.[1];
        if (found) {
          clearTimeout(deadline);
          resolve(found);
        }
        if (said.includes('starting data transfer loop')) {
          open = true;
          events.opened();
        }
      });
      child.once('error', (error: NodeJS.ErrnoException) => {
        clearTimeout(deadline);
        forget();
        reject(error.code === 'ENOENT' ? new Error(SOCAT_MISSING) : error);
      });
      child.once('exit', () => {
        clearTimeout(deadline);
        forget();
        reject(new Error(`socat ended at once. It said:\n${said}`));
        events.ended();
      });
    });
    return new Pty(device, child);
  }

  /** Sends bytes, or loses them when the program on the other side has not read for long. */
  write(bytes: Uint8Array): void {
    if (this.#child.stdin.writableLength < UNREAD_LIMIT) this.#child.stdin.write(bytes);
  }

  /** Hangs up; resolves when the terminal is gone. */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGTERM');
    await exited;
  }
}

/** What to do where there is no socat. */
export const SOCAT_MISSING =
  'The program socat is needed to make a pseudo terminal and was not found. ' +
  'Install it: "sudo apt-get install socat" (Debian, Ubuntu), "brew install socat" (macOS).';
