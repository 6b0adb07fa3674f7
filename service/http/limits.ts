/** Default limits. */
import type { HttpLimits } from './options.ts';

export const DEFAULT_LIMITS: Readonly<HttpLimits> = {
  maxConnections: 1024,
  maxStreams: 256,
  bodyBytes: 256 * 1024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 10_000,
  heartbeatMs: 15_000,
  slowReaderBytes: 256 * 1024,
  stalledReaderMs: 60_000,
  keptEvents: 10_000,
  keptEventBytes: 4 * 1024 * 1024,
  retiredQuietMs: 5000,
  retiredMs: 600_000,
  retiredPorts: 4,
  stopMs: 1000,
};
