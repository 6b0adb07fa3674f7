import type { Clock } from '../../support/clock.ts';
import type { Logger } from '../../support/logger.ts';
import type { ClientConfig, MessageSource, PublishRequest } from '../types.ts';
import type { Connection, ConnectionOptions } from './connection.ts';
import type { SessionLimits } from './limits.ts';
import type { SubscribeRequest } from './subscribe-request.ts';

/** What a session needs of a connection. */
export type SessionConnection = Pick<
  Connection,
  'start' | 'grant' | 'full' | 'publish' | 'fail' | 'disconnect' | 'abort'
>;

export interface SessionOptions {
  config: ClientConfig;
  clientId: string;
  /** What the broker says on the client's behalf when it is lost; null for nothing. */
  will: PublishRequest | null;
  /** Asked for messages in this order. */
  sources: readonly MessageSource[];
  /** Topics to read; it is online when they are subscribed to. */
  reading?: SubscribeRequest;
  clock: Clock;
  logger: Logger;
  limits?: Partial<SessionLimits>;
  /** Makes one attempt to connect; a real one unless given. */
  connect?: (options: ConnectionOptions) => SessionConnection;
  /** Numbers from 0 to 1 for the pauses between attempts; `Math.random` unless given. */
  random?: () => number;
}
