/** A client's configuration as reading from its broker uses it. */
import type { ClientConfig } from '../types.ts';

/**
 * What a reader does otherwise than its client that publishes. The broker keeps nothing for it: what is of interest
 * afterwards is retained. It reconnects, and is there, whatever the client does: somebody looks at what it brings, and
 * switches off what they no longer want to see.
 */
export function subscriberConfig(config: ClientConfig): ClientConfig {
  const { fields, advanced } = config;
  return {
    ...config,
    fields: { ...fields, clean_session: true, reconnect: { ...fields.reconnect, enable: true } },
    advanced: { ...advanced, enabled: true },
  };
}

/** All that reading depends on: a client renamed, or one that publishes in another way, reads as before. */
export function connectionKey({ fields, advanced, secrets }: ClientConfig): unknown {
  const { host, port, protocol_version, ssl, username, keep_alive, reconnect } = fields;
  const { min_delay, max_delay } = reconnect;
  const { check_server_name, client_id } = advanced;
  return {
    broker: { host, port, protocol_version, ssl, check_server_name },
    account: { username, client_id, secrets },
    times: { keep_alive, min_delay, max_delay },
  };
}
