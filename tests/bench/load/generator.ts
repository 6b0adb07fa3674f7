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
    for (const connection of open) connection.end();
    const report: LoadReport = {
      requestsPerSecond: (histogram.total / elapsed) * 1000,
      p50: histogram.quantile(0.5),
      p99: histogram.quantile(0.99),
      generatorLoad: (user + system) / 1000 / elapsed,
    };
    process.stdout.write(JSON.stringify(report));
  }, durationMs);
}, warmUpMs);
