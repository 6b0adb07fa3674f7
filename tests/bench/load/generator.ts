/** The load: a process of its own, `node generator.ts '{"url": ..., ...}'`, that prints what it counted as JSON. */
import { Connection } from './connection.ts';
import { Histogram } from './histogram.ts';

export interface LoadTask {
  url: string;
  connections: number;
  /** How long requests are sent before counting begins, and for how long they are counted, in milliseconds. */
  warmUpMs: number;
  durationMs: number;
}

export interface LoadReport {
  requestsPerSecond: number;
  /** Milliseconds from request to complete answer. */
  p50: number;
  p99: number;
  /** The longest that any connection waited for an answer, from its connecting on, the warm-up included. */
  longestMs: number;
  /** The answers of the connection that had the fewest over those of the one that had the most, the warm-up included. */
  fewestOverMost: number;
  /** The generator's own processor time as a share of the time that passed: near 1 it is the bottleneck. */
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
