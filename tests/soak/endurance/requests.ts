/** User actions through the API. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { send } from '../../support/load/publishing.ts';

/** Adds an entry. @throws Error if it is refused */
export async function accept(url: string, path: string, input: object): Promise<void> {
  const { status, body } = await send(url, 'POST', path, input);
  if (status !== 201) throw new Error(`${path} returned ${status}: ${JSON.stringify(body)}`);
}

/** Acknowledges all alarms; cleared ones leave the list. @throws Error if it is refused */
export async function acknowledgeAlarms(url: string): Promise<void> {
  const { status, body } = await send(url, 'POST', '/app/v1/alarms/acknowledge', {});
  if (status !== 200) throw new Error(`The alarms were not acknowledged: ${status} ${JSON.stringify(body)}`);
}

/** Number of completed exports that the service lists. */
const KEPT_EXPORTS = 20;

/** Exports until all listed exports are alike, each over its own connection. */
export async function fillExports(url: string): Promise<void> {
  const path = '/app/v1/export?channel=usb/SIM00001/temperature&format=csv&from=0&to=1';
  for (let count = 0; count < KEPT_EXPORTS; count += 1) {
    const [response] = (await once(get(url + path, { agent: false }), 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
  }
}

/** Changes settings. @throws Error if they are refused */
export async function configure(url: string, patch: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/app/v1/settings`, { method: 'PATCH', headers, body: JSON.stringify(patch) });
  if (!answer.ok) throw new Error(`The settings were refused: ${await answer.text()}`);
}
