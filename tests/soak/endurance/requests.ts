/** What a user asks of the service, by its API. */
import { send } from '../support/publishing.ts';

/** Adds something. @throws Error when it is refused */
export async function accept(url: string, path: string, input: object): Promise<void> {
  const { status, body } = await send(url, 'POST', path, input);
  if (status !== 201) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
}

/** Changes settings. @throws Error when they are refused */
export async function configure(url: string, patch: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/app/v1/settings`, { method: 'PATCH', headers, body: JSON.stringify(patch) });
  if (!answer.ok) throw new Error(`The settings were refused: ${await answer.text()}`);
}
