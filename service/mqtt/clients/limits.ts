/** How many clients there may be. */
import { MAX_MQTT_CLIENTS } from '../../contract/index.ts';
import { MensuraError } from '../../support/errors.ts';

/** @throws MensuraError `bad-request` naming the limit */
export function requireRoom(count: number): void {
  if (count <= MAX_MQTT_CLIENTS) return;
  throw new MensuraError(
    'bad-request',
    `The limit is ${MAX_MQTT_CLIENTS} MQTT clients; this would be ${count}. Remove some first.`,
  );
}
