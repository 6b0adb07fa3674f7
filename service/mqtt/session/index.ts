import type { Session } from '../types.ts';
import type { SessionOptions } from './options.ts';
import { BrokerSession } from './session.ts';

export { testConnection } from './connection-test.ts';
export type { SessionLimits } from './limits.ts';
export type { SessionOptions } from './options.ts';

/** Does not connect before `start`. */
export function createSession(options: SessionOptions): Session {
  return new BrokerSession(options);
}
