/** Names that are made of a client's identifier and never change. */
import { createHash } from 'node:crypto';

/** What MQTT 3.1 allows at most, and what every broker of MQTT 3.1.1 must take (3.1.3.1). */
const MAX_CLIENT_ID = 23;

function digest(identifier: string): string {
  return createHash('sha256').update(identifier).digest('hex');
}

/**
 * The client id that a client presents to its broker: its own where one is set, else one that stays the same for the
 * installation and the client: at most 23 letters and digits.
 * @param installation the installation's id, `MS` and 10 characters
 * @param own `advanced.client_id`; empty for none
 */
export function clientIdOf(installation: string, identifier: string, own: string): string {
  return own || `${installation}${digest(identifier)}`.slice(0, MAX_CLIENT_ID);
}

/** No digit of a hash: a reader's id is never the one that publishes. */
const READER = 'r';

/** How many signs of a hash tell readers apart where the client has an id of its own; the rest is left of that id. */
const OWN_DIGEST = 8;

/**
 * The client id of a connection that reads with a client's account: it begins as the client's own does, for brokers that
 * admit certain beginnings alone, and stays the same for installation, client and key. At most 23 characters.
 * @param own `advanced.client_id`; empty for none
 * @param key tells readers with the same client apart
 */
export function subscriberClientIdOf(installation: string, identifier: string, own: string, key: string): string {
  const hash = digest(JSON.stringify([identifier, key]));
  const start = own.slice(0, MAX_CLIENT_ID - READER.length - OWN_DIGEST);
  const id = own ? `${start}${READER}${hash.slice(0, OWN_DIGEST)}` : `${installation}${READER}${hash}`;
  return id.slice(0, MAX_CLIENT_ID);
}

/** The folder of a client's own files: safe on every file system, whatever signs the identifier has. */
export function folderNameOf(identifier: string): string {
  return digest(identifier).slice(0, 32);
}
