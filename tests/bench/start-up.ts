/** From the start of the process to the first HTTP response. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DIST } from '../../build/paths.ts';
import { freePort } from '../support/free-port.ts';
import { PATIENCE_MS } from './patience.ts';
import type { Section } from './results.ts';
import { resultOf } from './results.ts';

/** Pause after a refused connection, in milliseconds. */
const RETRY_MS = 2;

export async function measureStartUp({ rounds }: { rounds: number }): Promise<Section> {
  const service: number[] = [];
  const node: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    node.push(await timeNode());
    service.push(await timeService());
  }
  return {
    title: 'Start-up',
    method:
      'From starting `node dist/service/main.mjs` on an empty data folder to the first response of ' +
      `\`/device-service-info\` (retried every ${RETRY_MS} ms), beside a complete run of \`node -e 0\`. ` +
      `${rounds} rounds in turn, with the files in the page cache.`,
    results: [
      resultOf('node -e 0: time', 'ms', node),
      resultOf('service: time', 'ms', service),
      resultOf(
        'service, less node -e 0: time',
        'ms',
        service.map((value, round) => value - (node[round] ?? Number.NaN)),
      ),
    ],
  };
}

async function timeNode(): Promise<number> {
  const begin = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - begin;
}

async function timeService(): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mensura-bench-'));
  const port = await freePort();
  const begin = performance.now();
  const args = [join(DIST, 'service/main.mjs'), '--port', String(port), '--data-dir', dataDir, '--no-simulate'];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  try {
    await firstAnswer(`http://127.0.0.1:${port}/device-service-info`, child);
    return performance.now() - begin;
  } finally {
    await end(child);
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function firstAnswer(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    if (await answers(url)) return;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  throw new Error(`The service did not respond at ${url}; its exit code is ${child.exitCode}.`);
}

function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode === 200));
    }).once('error', () => resolve(false));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
