/** How many clients there may be. */
import { MensuraError } from '../../support/errors.ts';

/** Each client has a connection, a queue on disk and its own share of the work: far more than anyone has brokers. */
export const MAX_CLIENTS = 100;

/** @throws MensuraError `bad-request` naming the limit */
export function requireRoom(count: number): void {
  if (count <= MAX_CLIENTS) return;
  throw new MensuraError('bad-request', `There may be ${MAX_CLIENTS} MQTT clients at most; these would be ${count}.`);
}
