/** Mensuras that publish, and those that read what they publish. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ReadingChoice } from '../../../service/contract/index.ts';
import type { Station } from './station.ts';

async function addClient({ send }: Station, identifier: string, fields: object): Promise<void> {
  const answer = await send('POST', '/app/v1/mqtt/clients', {
    identifier,
    host: '127.0.0.1',
    reconnect: { min_delay: 100, max_delay: 500 },
    ...fields,
  });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
}

/**
 * Gives a service an MQTT client, `lab`: it publishes under the name from then on.
 * @param readings every reading unless given
 */
export async function publish(
  station: Station,
  port: number,
  name: string,
  readings: Partial<ReadingChoice> = {},
): Promise<void> {
  await addClient(station, 'lab', { port, name, advanced: { readings } });
}

/** Gives a service an MQTT client, `reader`, that publishes nothing itself. */
export async function addReader(station: Station, port: number): Promise<void> {
  await addClient(station, 'reader', { port, name: 'reader', advanced: { enabled: false } });
}

/** Lets a service read what others publish. @returns the id of the gateway, which is called `Fleet` */
export async function readFleet(station: Station, port: number, prefix: string): Promise<string> {
  await addReader(station, port);
  return station.add({ kind: 'mqtt', name: 'Fleet', client: 'reader', prefix });
}

/** The installation of a service, by its data folder: the serial under which others see it as a gateway. */
export async function installationOf({ service }: Station): Promise<string> {
  const file = JSON.parse(await readFile(join(service.dataDir, 'installation.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  return String(file['id']);
}
