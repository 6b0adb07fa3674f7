/** Requests over 1 to 1,000 keep-alive connections, against a bare server. */
import { residentMiB } from '../process-figures.ts';
import { type Result, resultOf, type Section } from '../results.ts';
import { ServerProcess } from '../server-process.ts';
import { completeAnswer, load, READ_PATH, type Run } from '../throughput.ts';

export interface RequestsOptions {
  rounds: number;
  connections: readonly number[];
  /** Milliseconds. */
  warmUpMs: number;
  durationMs: number;
}

interface Case {
  connections: number;
  bare: Measured[];
  service: Measured[];
}

interface Measured extends Run {
  residentMiB: number;
}

export async function measureRequests(options: RequestsOptions): Promise<Section> {
  const { rounds, durationMs, warmUpMs } = options;
  const cases = options.connections.map((connections): Case => ({ connections, bare: [], service: [] }));
  const service = await ServerProcess.start('mensura');
  let bare: ServerProcess | undefined;
  try {
    const body = await completeAnswer(service.url + READ_PATH);
    bare = await ServerProcess.start('bare', body);
    // A first round lets the engine compile.
    for (const server of [service, bare]) await measure(server, options.connections[0] ?? 1, options);
    for (let round = 0; round < rounds; round += 1) {
      for (const each of cases) {
        each.bare.push(await measure(bare, each.connections, options));
        each.service.push(await measure(service, each.connections, options));
      }
    }
    return {
      title: 'Requests over many connections',
      method:
        `\`GET ${READ_PATH}\` with 10 simulated devices (${Buffer.byteLength(body)} bytes), keep-alive; each connection ` +
        'sends the next request when the response has arrived. Bare: `node:http` with a constant buffer of the same bytes. ' +
        'The service accepts 1024 connections; one more gets 503 and is closed. All connect at the same time; longest wait ' +
        'and responses per connection count from then, including the warm-up. Resident memory: with the connections open, ' +
        `in processes that last for all rounds. ${rounds} rounds of ${durationMs} ms after ${warmUpMs} ms of warm-up.`,
      results: cases.flatMap(resultsOf),
    };
  } finally {
    await service.stop();
    await bare?.stop();
  }
}

async function measure(
  server: ServerProcess,
  connections: number,
  { warmUpMs, durationMs }: RequestsOptions,
): Promise<Measured> {
  let highest = 0;
  const look = setInterval(() => {
    highest = Math.max(highest, residentMiB(server.pid));
  }, 100);
  try {
    const run = await load(server, { warmUpMs, durationMs, connections });
    return { ...run, residentMiB: highest };
  } finally {
    clearInterval(look);
  }
}

function resultsOf({ connections, bare, service }: Case): Result[] {
  const name = `${connections} ${connections === 1 ? 'connection' : 'connections'}`;
  const both = (what: string, unit: string, pick: (measured: Measured) => number): Result[] => [
    resultOf(`${name}, bare: ${what}`, unit, bare.map(pick)),
    resultOf(`${name}, Mensura: ${what}`, unit, service.map(pick)),
  ];
  return [
    ...both('requests', '1/s', (each) => each.requestsPerSecond),
    resultOf(
      `${name}, Mensura over bare: requests`,
      '',
      service.map((each, round) => each.requestsPerSecond / (bare[round]?.requestsPerSecond ?? Number.NaN)),
    ),
    ...both('p50', 'ms', (each) => each.p50),
    ...both('p99', 'ms', (each) => each.p99),
    ...both('longest wait', 'ms', (each) => each.longestMs),
    ...both('fewest responses of a connection over the most', '', (each) => each.fewestOverMost),
    ...both('processor time per request', 'µs', (each) => each.cpuPerRequest),
    ...both('resident memory', 'MiB', (each) => each.residentMiB),
  ];
}
