/** Stable names derived from a client's identifier. */
import { createHash } from 'node:crypto';
import { MAX_CLIENT_ID } from '../types.ts';

function digest(identifier: string): string {
  return createHash('sha256').update(identifier).digest('hex');
}

/**
 * The client ID sent to the broker: `advanced.client_id` if set, otherwise one derived from installation and client,
 * of at most 23 letters and digits.
 * @param installation the installation's id, `MS` and 10 characters
 * @param own `advanced.client_id`; empty for none
 */
export function clientIdOf(installation: string, identifier: string, own: string): string {
  return own || `${installation}${digest(identifier)}`.slice(0, MAX_CLIENT_ID);
}

/** Not a hexadecimal digit, so no subscriber shares an ID with a publisher. */
const READER = 'r';

/** Hash characters that distinguish subscribers of a client with its own ID; that ID fills the rest. */
const OWN_DIGEST = 8;

/**
 * The client ID of a connection that subscribes with a client's account. It starts like the client's own, for
 * brokers that check the prefix, and is stable per installation, client and key. At most 23 characters.
 * @param own `advanced.client_id`; empty for none
 * @param key distinguishes subscribers of one client
 */
export function subscriberClientIdOf(installation: string, identifier: string, own: string, key: string): string {
  const hash = digest(JSON.stringify([identifier, key]));
  const start = own.slice(0, MAX_CLIENT_ID - READER.length - OWN_DIGEST);
  const id = own ? `${start}${READER}${hash.slice(0, OWN_DIGEST)}` : `${installation}${READER}${hash}`;
  return id.slice(0, MAX_CLIENT_ID);
}

/** The folder of a client's files: a valid name on every file system. */
export function folderNameOf(identifier: string): string {
  return digest(identifier).slice(0, 32);
}
