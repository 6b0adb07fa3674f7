/** Repeated exports of one range, over HTTP and with the command line: complete, or recognizably not. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DIST } from '../../../build/paths.ts';
import { endsWithUs } from '../../support/ends-with-us.ts';
import { exportPath, type Filling, filledChannel } from '../../support/filled-history.ts';

const PROGRAM = join(DIST, 'cli/mensura.mjs');

const LAYOUT = 'readings';

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export class Exporter {
  readonly #filling: Filling;
  readonly #folder: string;
  #whole = '';
  #files = 0;
  /** Complete exports, and those interrupted by a kill. */
  readonly counts = { whole: 0, broken: 0 };
  readonly problems: string[] = [];

  /** @param folder empty, for the files of the command line */
  constructor(filling: Filling, folder: string) {
    this.#filling = filling;
    this.#folder = folder;
  }

  /** Records a complete export. */
  async learn(url: string): Promise<void> {
    this.#whole = digest(await this.#read(url));
  }

  /** Repeats until the service does not respond. */
  async run(url: string): Promise<void> {
    await Promise.all([this.#readAgain(url), this.#saveAgain(url)]);
  }

  async #read(url: string): Promise<Uint8Array> {
    const { channels } = this.#filling;
    const response = await fetch(url + exportPath(channels, this.#filling, `format=csv&layout=${LAYOUT}`));
    if (!response.ok) throw new Error(`The export was refused: ${await response.text()}`);
    return new Uint8Array(await response.arrayBuffer());
  }

  async #readAgain(url: string): Promise<void> {
    for (;;) {
      let bytes: Uint8Array;
      try {
        bytes = await this.#read(url);
      } catch {
        this.counts.broken += 1;
        return;
      }
      this.#judge(bytes, 'an export that a reader took for whole');
    }
  }

  async #saveAgain(url: string): Promise<void> {
    const { from, perChannel, stepMs, channels } = this.#filling;
    const names = Array.from({ length: channels }, (_, place) => {
      const { family, serial, channel } = filledChannel(place);
      return `${family}/${serial}/${channel}`;
    });
    const stretch = ['--from', moment(from), '--to', moment(from + perChannel * stepMs)];
    for (;;) {
      this.#files += 1;
      const name = `${this.#files}.csv`;
      const path = join(this.#folder, name);
      const words = ['export', ...names, ...stretch, '--layout', LAYOUT, '--output', path, '--url', url];
      const child = spawn(process.execPath, [PROGRAM, ...words], { stdio: 'ignore' });
      endsWithUs(child);
      const [code] = (await once(child, 'exit')) as [number | null];
      const left = (await readdir(this.#folder)).filter((found) => found.startsWith(name));
      const others = left.filter((found) => found !== name);
      if (others.length > 0) this.problems.push(`the command line left ${others.join(', ')}`);
      if (left.includes(name)) this.#judge(await readFile(path), 'a file of the command line');
      else this.counts.broken += 1;
      if (code === 0 && !left.includes(name))
        this.problems.push('the command line reported a file that does not exist');
      if (code !== 0) return;
    }
  }

  #judge(bytes: Uint8Array, what: string): void {
    this.counts.whole += 1;
    if (digest(bytes) !== this.#whole) this.problems.push(`${what} is incomplete: ${bytes.length} bytes`);
  }
}

function moment(at: number): string {
  return new Date(at).toISOString();
}
