/** Runs the client of one identifier. */
import type { MqttStatus } from '../../contract/index.ts';
import { ConfigRunner } from '../../support/config-runner.ts';
import { errorText } from '../../support/errors.ts';
import type { ClientConfig } from '../types.ts';
import type { ClientContext, ClientCounts } from './running-client.ts';

const NO_COUNTS: ClientCounts = { published: 0, violations: 0 };

/**
 * The status of a client that does not run yet.
 * @param since milliseconds since 1970
 */
export function statusBeforeRunning(enabled: boolean, since: number, counts = NO_COUNTS): MqttStatus {
  return {
    state: enabled ? 'connecting' : 'idle',
    since: new Date(since).toISOString(),
    error: null,
    next_retry: null,
    ...counts,
    queued: 0,
    queued_bytes: 0,
    dropped: 0,
    last_published: null,
  };
}

export class ClientRunner extends ConfigRunner<ClientConfig, MqttStatus, ClientCounts> {
  /** @param onChange called when `status` may have changed */
  constructor(identifier: string, context: ClientContext, onChange: () => void) {
    const options = {
      // Loaded with the first client: the library takes a third of the service's start time, and many installations do
      // not need it.
      create: async (config: ClientConfig, changed: () => void) => {
        const { RunningClient } = await import('./running-client.ts');
        return new RunningClient(config, context, changed);
      },
      statusBeforeRunning,
      noCounts: NO_COUNTS,
      clock: context.clock,
      onFailure: (error: unknown) =>
        context.logger.error(`client "${identifier}" failed: ${errorText(error)}`, { error }),
    };
    super(options, onChange);
  }
}
