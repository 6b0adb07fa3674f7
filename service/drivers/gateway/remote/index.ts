/** The adapter for remote Mensura installations, from what they publish to a broker (docs/mqtt.md). */
import type { RemoteConfig } from '../../../contract/index.ts';
import type { AdapterKind } from '../types.ts';
import { RemoteAdapter } from './adapter.ts';
import { testRemotes } from './connection-test.ts';
import type { RemoteOptions } from './options.ts';

export function createRemoteKind(options: RemoteOptions): AdapterKind<RemoteConfig> {
  return {
    create: (id, config) => new RemoteAdapter(id, config, options),
    test: (config, signal) => testRemotes(config, options, signal),
  };
}
