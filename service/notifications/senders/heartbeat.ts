import type { DestinationFields } from '../../contract/index.ts';
import type { HttpMessage } from './http-sender.ts';

/** The request of a heartbeat: the same for each message. */
export function heartbeatRequest({ url }: DestinationFields): HttpMessage {
  return { method: 'GET', url: new URL(url), headers: {} };
}
