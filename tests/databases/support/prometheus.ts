/** A real Prometheus on a free port of 127.0.0.1, with the documented files. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../build/paths.ts';
import { ensureUnpacked } from '../../../build/unpacked-programs.ts';
import { atEnd } from '../../support/at-end.ts';
import { endsWithUs } from '../../support/ends-with-us.ts';
import { freePort } from '../../support/free-port.ts';
import { freshFolder } from '../../support/process.ts';
import { until } from '../../support/until.ts';

export const EXAMPLES = join(ROOT, 'docs/examples/prometheus');

/** One series of an instant query: its labels, and its value. */
export interface Series {
  labels: Record<string, string>;
  value: number;
}

/** Runs `promtool`. @throws Error with what it printed, when it refuses its input */
export async function promtool(args: readonly string[], input = ''): Promise<string> {
  const program = join(await ensureUnpacked('prometheus'), 'usr/bin/promtool');
  return execFileSync(program, args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] });
}

export class Prometheus {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** @throws Error with the refusal of Prometheus */
  async query(expression: string): Promise<Series[]> {
    const response = await fetch(`${this.url}/api/v1/query`, {
      method: 'POST',
      body: new URLSearchParams({ query: expression }),
    });
    const { status, error, data } = (await response.json()) as {
      status: string;
      error?: string;
      data?: { result: { metric: Record<string, string>; value: [number, string] }[] };
    };
    if (status !== 'success' || !data) throw new Error(`Prometheus refused ${expression}: ${error}`);
    return data.result.map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }));
  }

  /** The series of a query, once it has some. */
  series(expression: string): Promise<Series[]> {
    return until(`series of ${expression}`, async () => {
      const found = await this.query(expression);
      return found.length > 0 && found;
    });
  }

  /** Waits until a query has no series. */
  async none(expression: string): Promise<void> {
    await until(`no series of ${expression}`, async () => (await this.query(expression)).length === 0);
  }
}

/** Starts it with the documented configuration, which scrapes this port, but once a second. */
export async function startPrometheus(port: number): Promise<Prometheus> {
  const folder = freshFolder();
  cpSync(EXAMPLES, folder, { recursive: true });
  const config = readFileSync(join(EXAMPLES, 'prometheus.yml'), 'utf8')
    .replace('scrape_interval: 15s', 'scrape_interval: 1s\n  evaluation_interval: 1s')
    .replace('127.0.0.1:11395', `127.0.0.1:${port}`);
  writeFileSync(join(folder, 'prometheus.yml'), config);
  const program = join(await ensureUnpacked('prometheus'), 'usr/bin/prometheus');
  const own = await freePort();
  const child = spawn(
    program,
    [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${own}`,
    ],
    { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  endsWithUs(child);
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const ended = once(child, 'exit');
  atEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const url = `http://127.0.0.1:${own}`;
  await until('Prometheus to be ready', async () => {
    if (child.exitCode !== null) throw new Error(`Prometheus ended: ${log}`);
    return (await fetch(`${url}/-/ready`)).ok;
  });
  return new Prometheus(url);
}
