/** Requests per second of `/3.7.0/devices/usb`, against a bare server and against plain express. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LoadReport, LoadTask } from './load/generator.ts';
import { PATIENCE_MS } from './patience.ts';
import { cpuSeconds, HAS_PROC } from './process-figures.ts';
import type { Result, Section } from './results.ts';
import { resultOf } from './results.ts';
import { ServerProcess } from './server-process.ts';

const GENERATOR = fileURLToPath(new URL('load/generator.ts', import.meta.url));
/** The requested path. */
export const READ_PATH = '/3.7.0/devices/usb';
const CONNECTIONS = 20;
const LABELS = { bare: 'bare node:http', mensura: 'Mensura', express: 'plain express' } as const;

export interface ThroughputOptions {
  rounds: number;
  warmUpMs: number;
  durationMs: number;
}

type Measured = keyof typeof LABELS;

interface Server {
  name: Measured;
  process: ServerProcess;
}

export interface Run extends LoadReport {
  /** Processor time of the server for one request, in microseconds. */
  cpuPerRequest: number;
}

export async function measureThroughput(options: ThroughputOptions): Promise<Section> {
  const servers: Server[] = [];
  const start = async (name: Measured, bytes?: string): Promise<string> => {
    const process = await ServerProcess.start(name, bytes);
    servers.push({ name, process });
    return process.url;
  };
  try {
    const body = await completeAnswer((await start('mensura')) + READ_PATH);
    await start('bare', body);
    await start('express', body);
    const runs = await runRounds(servers, options);
    return {
      title: 'Requests per second',
      method:
        `\`GET ${READ_PATH}\` with 10 simulated devices of 7 channels, sampled every second (${Buffer.byteLength(body)} bytes), ` +
        `over ${CONNECTIONS} keep-alive connections without pipelining. Bare node:http sends a constant buffer of the same ` +
        'bytes with Content-Length. Plain express sends `res.json` of the same object, set up as in its documentation. ' +
        'Each server and the load generator run in processes of their own. ' +
        `${options.rounds} rounds of ${options.durationMs} ms for each in changing order, after ${options.warmUpMs} ms of ` +
        'warm-up; one more round, the first, does not count.',
      results: resultsOf(runs),
    };
  } finally {
    for (const { process } of servers) await process.stop();
  }
}

/** The response once every channel of every device has a value. */
export async function completeAnswer(url: string): Promise<string> {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const body = await (await fetch(url)).text();
    if (body.length > 1000 && !body.includes('"value":null')) return body;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The simulated devices did not measure: ${url}`);
}

/**
 * All servers run all the time. Each round measures one after the other and starts with another one; the first round
 * only lets V8 compile.
 */
async function runRounds(servers: readonly Server[], options: ThroughputOptions): Promise<Record<Measured, Run[]>> {
  const runs: Record<Measured, Run[]> = { bare: [], express: [], mensura: [] };
  for (const { process } of servers) await load(process, { ...options, connections: CONNECTIONS });
  for (let round = 0; round < options.rounds; round += 1) {
    const first = round % servers.length;
    for (const { name, process } of [...servers.slice(first), ...servers.slice(0, first)]) {
      runs[name].push(await load(process, { ...options, connections: CONNECTIONS }));
    }
  }
  return runs;
}

/** Loads a server from another process. @param connections open at a time; times in milliseconds */
export async function load(
  server: ServerProcess,
  { warmUpMs, durationMs, connections }: Omit<LoadTask, 'url'>,
): Promise<Run> {
  const task: LoadTask = { url: server.url + READ_PATH, connections, warmUpMs, durationMs };
  const before = HAS_PROC ? cpuSeconds(server.pid) : Number.NaN;
  const { stdout } = await promisify(execFile)(process.execPath, [GENERATOR, JSON.stringify(task)], {
    timeout: warmUpMs + durationMs + PATIENCE_MS,
  });
  const used = HAS_PROC ? cpuSeconds(server.pid) - before : Number.NaN;
  const report = JSON.parse(stdout) as LoadReport;
  // Requests of the warm-up have the same cost and rate as the counted ones.
  const requests = (report.requestsPerSecond * (warmUpMs + durationMs)) / 1000;
  return { ...report, cpuPerRequest: (used / requests) * 1e6 };
}

function resultsOf(runs: Record<Measured, Run[]>): Result[] {
  const names = ['bare', 'mensura', 'express'] as const;
  const figures = (unit: string, what: string, pick: (run: Run) => number): Result[] =>
    names.map((name) => resultOf(`${LABELS[name]}: ${what}`, unit, runs[name].map(pick)));
  const ratio = (over: Measured): number[] =>
    runs.mensura.map((run, round) => run.requestsPerSecond / (runs[over][round]?.requestsPerSecond ?? Number.NaN));
  return [
    ...figures('1/s', 'requests', (run) => run.requestsPerSecond),
    resultOf('Mensura over bare node:http: requests', '', ratio('bare'), {
      is: 'at least',
      value: 0.8,
      beside: 'bare node:http: requests',
    }),
    resultOf('Mensura over plain express: requests', '', ratio('express'), {
      is: 'at least',
      value: 2,
      beside: 'plain express: requests',
    }),
    ...figures('ms', 'p50', (run) => run.p50),
    ...figures('ms', 'p99', (run) => run.p99),
    ...(HAS_PROC ? figures('µs', 'processor time per request', (run) => run.cpuPerRequest) : []),
    ...figures('', "load generator's share of one core", (run) => run.generatorLoad),
  ];
}
