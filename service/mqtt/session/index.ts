/** A client's way to its broker. */
import type { Session } from '../parts.ts';
import type { SessionOptions } from './options.ts';
import { BrokerSession } from './session.ts';

export type { SessionLimits } from './limits.ts';
export type { SessionOptions } from './options.ts';
export { testConnection } from './trial.ts';

/** Creates a session; nothing is connected before `start`. */
export function createSession(options: SessionOptions): Session {
  return new BrokerSession(options);
}
