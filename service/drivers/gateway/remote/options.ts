import type { Clock } from '../../../support/clock.ts';
import type { Logger } from '../../../support/logger.ts';
import type { BrokerSource } from '../types.ts';

export interface RemoteOptions {
  brokers: BrokerSource;
  /** The ID of this installation, `MS...`: it ignores itself. */
  installation: string;
  clock: Clock;
  logger: Logger;
}
