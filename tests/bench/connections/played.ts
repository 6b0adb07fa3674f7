/** Starts servers of event streams and their clients. */
import type { AppStatus } from '../../../service/contract/index.ts';
import type { AtEnd } from '../../support/ends.ts';
import { until } from '../../support/until.ts';
import type { ServerName } from '../build-servers.ts';
import { type Child, startChild } from '../gateways/child.ts';
import { PATIENCE_MS } from '../patience.ts';
import { ServerProcess } from '../server-process.ts';
import type { ClientsCount, ClientsTask, Pace, TellingTask } from './telling.ts';

export async function startTelling(atEnd: AtEnd, name: ServerName, task: TellingTask): Promise<ServerProcess> {
  const server = await ServerProcess.start(name, JSON.stringify(task));
  atEnd(() => server.stop());
  return server;
}

/** Clients in a process of their own. */
export type Clients = Child<ClientsCount>;

/** Resolves when the clients connect. Each receives the initial state. */
export function startClients(atEnd: AtEnd, url: string, clients: number, pace: Pace): Promise<Clients> {
  return startChild<ClientsCount>(atEnd, 'streamClients', { url, clients, pace } satisfies ClientsTask);
}

export async function statusOf(url: string): Promise<AppStatus> {
  return (await (await fetch(`${url}/app/v1/status`)).json()) as AppStatus;
}

/** Switches the simulated devices of the service on or off. */
export async function simulate(url: string, isOn: boolean): Promise<void> {
  const response = await fetch(`${url}/app/v1/settings`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ simulate: isOn }),
  });
  if (!response.ok) throw new Error(`The settings answered ${response.status}: ${await response.text()}`);
}

/** Resolves when the service has this number of event streams. */
export async function untilStreams(url: string, streams: number): Promise<void> {
  await until(`${streams} event streams`, async () => (await statusOf(url)).streams === streams, PATIENCE_MS);
}
