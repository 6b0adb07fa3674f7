/**
 * Kills the service at random times while MQTT clients are added, changed and removed: the file is always valid,
 * confirmed changes are stored, and pending ones completely or not at all.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { MqttClients } from '../../service/contract/index.ts';
import { type AtEnd, withEnds } from '../support/ends.ts';
import { freePort } from '../support/free-port.ts';
import { quietBroker } from '../support/load/brokers.ts';
import { dataFolder, kill, startPublishing } from '../support/load/publishing.ts';
import { Random } from '../support/random.ts';
import { until } from '../support/until.ts';
import { ClientBook, type Entry } from './support/client-book.ts';
import { ClientChanger } from './support/client-changer.ts';
import { type Outcome, Problems } from './support/outcome.ts';
import { few } from './support/readings.ts';

/** Concurrent changers, and the clients of each. */
const CHANGERS = 3;
const CLIENTS_EACH = 5;

/** Time of the kill after the first confirmed change, in milliseconds. */
const KILL_AFTER = { min: 20, max: 900 };

/** Time limit for the first change, in milliseconds. */
const FIRST_CHANGE_MS = 60_000;

export interface ClientChangesOptions {
  kills: number;
  seed: number;
}

export function clientChanges(options: ClientChangesOptions): Promise<Outcome> {
  return withEnds((atEnd) => run(atEnd, options));
}

async function run(atEnd: AtEnd, { kills, seed }: ClientChangesOptions): Promise<Outcome> {
  const random = new Random(seed);
  const broker = await quietBroker(atEnd);
  const ports = [broker.port, await freePort()];
  const folder = await dataFolder(atEnd);
  const book = new ClientBook();
  const problems = new Problems();
  let confirmed = 0;
  let open = 0;
  for (let count = 1; count <= kills; count += 1) {
    const service = await startPublishing(atEnd, folder);
    compare(await shownClients(service.url, problems), `shown after kill ${count - 1}`);
    const changers = Array.from(
      { length: CHANGERS },
      (_, index) =>
        new ClientChanger({
          url: service.url,
          identifiers: Array.from({ length: CLIENTS_EACH }, (_client, place) => `client-${index}-${place}`),
          ports,
          book,
          random,
        }),
    );
    const runs = changers.map((changer) => changer.run());
    // Without a confirmed change, a kill could lose nothing.
    await until('a confirmed change', () => changers.some((changer) => changer.confirmed > 0), FIRST_CHANGE_MS);
    await delay(random.whole(KILL_AFTER.min, KILL_AFTER.max));
    await kill(service);
    await Promise.all(runs);
    const refusals = changers.flatMap((changer) => changer.refusals);
    problems.unless(refusals.length === 0, `${refusals.length} refused before kill ${count}: ${few(refusals)}`);
    confirmed += changers.reduce((sum, changer) => sum + changer.confirmed, 0);
    open += book.openChanges;
    compare(await storedClients(folder), `in the file after kill ${count}`);
  }
  const last = await startPublishing(atEnd, folder);
  compare(await shownClients(last.url, problems), `shown after kill ${kills}`);
  const code = await last.stop();
  problems.unless(code === 0, `the last stop ended with exit code ${code}`);
  problems.unless(confirmed >= kills, `only ${confirmed} changes were confirmed`);
  return {
    facts: [`${kills} kills; ${confirmed} changes confirmed, ${open} pending at a kill (seed ${seed})`],
    problems: problems.list,
  };

  function compare(actual: ReadonlyMap<string, Entry>, where: string): void {
    for (const problem of book.audit(actual)) problems.list.push(`${where}: ${problem}`);
  }
}

/** The clients of a running service, once each has tried to connect. */
export async function shownClients(url: string, problems: Problems): Promise<Map<string, Entry>> {
  const clients = await until('every client to have tried to connect', async () => {
    const list = ((await (await fetch(`${url}/app/v1/mqtt/clients`)).json()) as MqttClients).clients;
    return list.every(({ status }) => !['idle', 'connecting'].includes(status.state)) && list;
  });
  for (const { identifier, status } of clients) {
    problems.unless(status.error?.code !== 'password-needed', `the password of ${identifier} is lost`);
  }
  return new Map(
    clients.map(({ identifier, name, port, keep_alive, password_set }) => [
      identifier,
      { name, port, keep_alive, password_set },
    ]),
  );
}

/** The checked part of the file. */
interface StoredClients {
  mqtt: { clients: Record<string, Omit<Entry, 'password_set'> & { secret?: string }> };
}

/** The clients in the file. @throws SyntaxError if it is invalid */
export async function storedClients(folder: string): Promise<Map<string, Entry>> {
  const path = join(folder, 'mqtt-clients.json');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // Without a change there is no file.
    if (error.code === 'ENOENT') return '{"mqtt":{"clients":{}}}';
    throw error;
  });
  const { mqtt } = JSON.parse(text) as StoredClients;
  return new Map(
    Object.entries(mqtt.clients).map(([identifier, { name, port, keep_alive, secret }]) => [
      identifier,
      { name, port, keep_alive, password_set: secret !== undefined },
    ]),
  );
}
