import type { Clock } from '../../support/clock.ts';
import type { Logger } from '../../support/logger.ts';
import type { ClientConfig, MessageSource, PublishRequest } from '../types.ts';
import type { Connection, ConnectionOptions } from './connection.ts';
import type { SessionLimits } from './limits.ts';
import type { SubscribeRequest } from './subscribe-request.ts';

/** The part of a connection that a session uses. */
export type SessionConnection = Pick<
  Connection,
  'start' | 'grant' | 'full' | 'publish' | 'fail' | 'disconnect' | 'abort'
>;

export interface SessionOptions {
  config: ClientConfig;
  clientId: string;
  /** The last will; null for none. */
  will: PublishRequest | null;
  /** Asked for messages in this order. */
  sources: readonly MessageSource[];
  /** Topics to subscribe to; online means they are confirmed. */
  reading?: SubscribeRequest;
  clock: Clock;
  logger: Logger;
  limits?: Partial<SessionLimits>;
  /** Creates one connection attempt; replaceable in tests. */
  connect?: (options: ConnectionOptions) => SessionConnection;
  /** Random numbers from 0 to 1 for retry delays; default `Math.random`. */
  random?: () => number;
}
