/** The built service, publishing simulated instruments, and its MQTT clients. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MqttClients, MqttStatus } from '../../../service/contract/index.ts';
import type { AtEnd } from '../ends.ts';
import { endsWithUs } from '../ends-with-us.ts';
import { type RunningService, startService } from '../service.ts';
import { until } from '../until.ts';

/** Simulated instruments; each has a reading, so a message, per period. */
export interface Load {
  devices: number;
  /** Milliseconds, 10 or more. */
  periodMs: number;
}

/** A data folder that is removed at the end. */
export async function dataFolder(atEnd: AtEnd): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mensura-mqtt-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** What the service is started with, beside its port and its data folder. */
export function publishingFlags(load?: Load): string[] {
  // Those of the gateway family stay: of the others one would be unplugged now and then. A moment without any valid value
  // is not published again and again, so that without faults every moment is.
  const simulation = load
    ? [
        `--simulate=0x${load.devices}`,
        `--simulate-period=${load.periodMs}`,
        '--simulate-seed=1',
        '--simulate-faults=false',
      ]
    : ['--no-simulate'];
  return [...simulation, '--simulate-publish'];
}

/** Starts the service on a data folder: with simulated instruments that are published, or with none at all. */
export async function startPublishing(
  atEnd: AtEnd,
  dataDir: string,
  load?: Load,
  env: Record<string, string> = {},
): Promise<RunningService> {
  const service = await startService({ dataDir, args: publishingFlags(load), env });
  endsWithUs(service.process);
  atEnd(() => kill(service));
  return service;
}

/** Ends a service without giving it a chance to do anything. May be called twice. */
export async function kill({ process: child }: RunningService): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** Sends JSON. @throws TypeError when there is no answer */
export async function send(
  url: string,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(url + path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
}

/** Quick to come back, so that a scenario need not wait for what it does not test. */
const RECONNECT = { min_delay: 100, max_delay: 1000 };

/** Adds clients that publish to these ports of 127.0.0.1, by identifier. @throws Error when they are refused */
export async function addClients(url: string, ports: Readonly<Record<string, number>>): Promise<void> {
  const clients = Object.fromEntries(
    Object.entries(ports).map(([name, port]) => [name, { host: '127.0.0.1', port, reconnect: RECONNECT }]),
  );
  const { status, body } = await send(url, 'POST', '/expert/3.7.0/add_mqtt_clients', { mqtt: { clients } });
  if (status !== 200) throw new Error(`add_mqtt_clients answered ${status}: ${JSON.stringify(body)}`);
}

/** How a client fares. */
export async function clientStatus(url: string, identifier: string): Promise<MqttStatus> {
  const { clients } = (await (await fetch(`${url}/app/v1/mqtt/clients`)).json()) as MqttClients;
  const client = clients.find((candidate) => candidate.identifier === identifier);
  if (!client) throw new Error(`MQTT client "${identifier}" does not exist.`);
  return client.status;
}

/** Waits until a client is online and has at most so many readings to send. */
export async function untilDrained(
  url: string,
  identifier: string,
  { atMost = 0, patienceMs = 60_000 }: { atMost?: number; patienceMs?: number } = {},
): Promise<void> {
  let last: MqttStatus | undefined;
  const what = `"${identifier}" to have at most ${atMost} readings left`;
  try {
    await until(
      what,
      async () => {
        last = await clientStatus(url, identifier);
        return last.state === 'online' && last.queued <= atMost;
      },
      patienceMs,
    );
  } catch (error) {
    throw new Error(`Waited ${patienceMs} ms for ${what}. It is ${JSON.stringify(last)}`, { cause: error });
  }
}
