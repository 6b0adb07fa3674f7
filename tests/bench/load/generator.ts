/** The load generator: a process, `node generator.ts '{"url": ..., ...}'`, that prints its counts as JSON. */
import { Connection } from './connection.ts';
import { Histogram } from './histogram.ts';

export interface LoadTask {
  url: string;
  connections: number;
  /** Length of the warm-up and of counting, in milliseconds. */
  warmUpMs: number;
  durationMs: number;
}

export interface LoadReport {
  requestsPerSecond: number;
  /** Milliseconds from a request to its complete response. */
  p50: number;
  p99: number;
  /** Longest wait of any connection for a response, including connecting and warm-up. */
  longestMs: number;
  /** Fewest responses of a connection over the most of another, including the warm-up. */
  fewestOverMost: number;
  /** The generator's processor time over elapsed time: near 1 it is the bottleneck. */
  generatorLoad: number;
}

const { url, connections, warmUpMs, durationMs } = JSON.parse(process.argv[2] ?? '') as LoadTask;

let histogram = new Histogram();
const events = {
  answered: (milliseconds: number) => histogram.add(milliseconds),
  failed: (error: Error) => {
    throw error;
  },
};
const open = Array.from({ length: connections }, () => new Connection(new URL(url), events));

setTimeout(() => {
  histogram = new Histogram();
  const begin = performance.now();
  const usage = process.cpuUsage();
  setTimeout(() => {
    const elapsed = performance.now() - begin;
    const { user, system } = process.cpuUsage(usage);
    const answers = open.map((connection) => connection.answers);
    const waits = open.map((connection) => connection.longestMs);
    for (const connection of open) connection.end();
    const report: LoadReport = {
      requestsPerSecond: (histogram.total / elapsed) * 1000,
      p50: histogram.quantile(0.5),
      p99: histogram.quantile(0.99),
      longestMs: Math.max(...waits),
      fewestOverMost: Math.min(...answers) / Math.max(...answers),
      generatorLoad: (user + system) / 1000 / elapsed,
    };
    process.stdout.write(JSON.stringify(report));
  }, durationMs);
}, warmUpMs);
