/** What is refused to whom, with played owners; tests/contract/other-users.test.ts has real ones. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Settings } from '../../../service/contract/index.ts';
import { ask, messageOf, patch, post, write } from './support/ask.ts';
import { openEvents } from './support/event-client.ts';
import { type Host, startHost } from './support/host.ts';

const OWN = 1000;
const OTHER = 1001;

/** One of each kind of route that is read. */
const READS = [
  '/3.7.0/devices/usb',
  '/device-service-info',
  '/app/v1/devices',
  '/app/v1/backup',
  '/metrics',
  '/',
  '/x',
];

const EXPERT = '/expert/3.7.0/add_mqtt_clients';
const CLIENT = JSON.stringify({ mqtt: { clients: { lab: { host: 'broker.example' } } } });
const ADDED = { status: 200, text: '{"message":"success"}' };

interface Users {
  refused: Settings['refuse_other_users'];
  /** Who asks; an error is thrown. */
  owner: number | undefined | Error | Promise<never>;
  lookups: number;
}

let host: Host;
afterEach(() => host.stop());

async function start(users: Partial<Users>): Promise<Users> {
  const all: Users = { refused: 'writes', owner: OTHER, lookups: 0, ...users };
  const ownerOf = async (): Promise<number | undefined> => {
    all.lookups += 1;
    if (all.owner instanceof Error) throw all.owner;
    return all.owner;
  };
  host = await startHost({ otherUsers: { uid: OWN, refused: () => all.refused, ownerOf } });
  host.attach('E1', 21.5);
  return all;
}

const rename = () => patch(host.port, '/app/v1/devices/usb/E1', '{"alias": "Cellar"}');
const alias = () => host.world.devices.get({ family: 'usb', serial: 'E1' }).alias;

/** What the reads answer where nothing is refused. */
const STATUS = READS.map((path) => (path === '/x' ? 404 : 200));
const readAll = () => Promise.all(READS.map(async (path) => (await ask(host.port, path)).status));

describe('"writes" refuses another user', () => {
  test.each([
    ['PATCH', '/app/v1/devices/usb/E1', '{"alias": "Cellar"}'],
    ['PATCH', '/app/v1/settings', '{"port": 4000}'],
    ['POST', '/app/v1/reset', '{"parts": ["settings"]}'],
    ['POST', '/app/v1/mqtt/clients', '{}'],
    ['PUT', '/app/v1/mqtt/clients/lab', 'no JSON'],
    ['DELETE', '/app/v1/history/devices/usb/E1', undefined],
  ])('%s %s', async (method, path, body) => {
    await start({});
    const answer = await write(host.port, method, path, body);
    expect([answer.status, messageOf(answer)]).toEqual([
      403,
      expect.stringMatching(
        /^User 1001 may not change anything through the app API\. Only root and user 1000, .*--refuse-other-users/,
      ),
    ]);
    expect(host.world.settings.patches).toEqual([]);
    expect(alias()).toBe('');
  });

  test('only writes of the app API, and does not look up readers', async () => {
    const users = await start({});
    expect(await readAll()).toEqual(STATUS);
    expect(await post(host.port, EXPERT, CLIENT)).toMatchObject(ADDED);
    expect((await write(host.port, 'POST', '/3.7.0/devices/usb')).status).toBe(405);
    expect((await write(host.port, 'POST', '/app/v1/nothing')).status).toBe(404);
    const options = await ask(host.port, '/app/v1/settings', { method: 'OPTIONS' });
    expect(options.status).toBe(204);
    expect(users.lookups).toBe(0);
  });
});

describe('"everything" refuses another user', () => {
  test('any request, with a message', async () => {
    await start({ refused: 'everything' });
    expect(await readAll()).toEqual(READS.map(() => 403));
    const answer = await post(host.port, EXPERT, CLIENT);
    expect([answer.status, messageOf(answer)]).toEqual([
      403,
      expect.stringMatching(/^User 1001 may not use this service\. /),
    ]);
    expect((await rename()).status).toBe(403);
    expect((await ask(host.port, '/app/v1/events')).status).toBe(403);
  });

  test('immediately, including open streams', async () => {
    const users = await start({});
    const stream = await openEvents(host.port);
    users.refused = 'everything';
    await host.world.settings.patch({ refuse_other_users: 'everything' });
    await stream.until(() => stream.ended);
    expect((await ask(host.port, '/app/v1/events')).status).toBe(403);
    users.refused = 'writes';
    expect(await readAll()).toEqual(STATUS);
  });

  test('but not its own user, whose streams and reads continue', async () => {
    await start({ refused: 'everything', owner: OWN });
    expect(await readAll()).toEqual(STATUS);
    const stream = await openEvents(host.port);
    await stream.until(() => stream.events.length > 0);
    stream.close();
  });
});

describe('access', () => {
  test.each([
    ['the own user', OWN, 'writes'],
    ['root', 0, 'writes'],
    ['the own user', OWN, 'everything'],
    ['root', 0, 'everything'],
    ['another user, where nothing is refused', OTHER, 'nothing'],
  ] as const)('%s (%i, "%s")', async (_who, owner, refused) => {
    await start({ owner, refused });
    expect((await rename()).status).toBe(200);
    expect(alias()).toBe('Cellar');
    expect(await readAll()).toEqual(STATUS);
  });

  test('everyone, if the system does not report owners', async () => {
    host = await startHost({ otherUsers: undefined });
    host.attach('E1');
    expect((await rename()).status).toBe(200);
  });

  test('nobody without a known owner', async () => {
    await start({ owner: undefined });
    const answer = await rename();
    expect([answer.status, messageOf(answer)]).toEqual([403, expect.stringContaining('without a known owner')]);
    expect(alias()).toBe('');
  });
});

describe('a connection', () => {
  /** Asks over one connection, again and again. */
  function sender(): (method: string) => Promise<number | undefined> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    return async (method) => {
      const outgoing = request({ agent, host: '127.0.0.1', port: host.port, path: '/app/v1/devices/usb/E1', method });
      outgoing
        .setHeader('Content-Type', 'application/json')
        .end(method === 'PATCH' ? '{"alias": "Cellar"}' : undefined);
      const [incoming] = await once(outgoing, 'response');
      await text(incoming);
      return incoming.statusCode;
    };
  }

  test('is looked up once, and not for reads', async () => {
    const users = await start({ owner: OWN });
    const send = sender();
    const lookups: number[] = [];
    for (const method of ['GET', 'GET', 'PATCH', 'PATCH', 'PATCH']) {
      expect(await send(method)).toBe(200);
      lookups.push(users.lookups);
    }
    expect(lookups).toEqual([0, 0, 1, 1, 1]);
  });

  test('without a known owner is looked up again at its next request', async () => {
    const users = await start({ owner: undefined });
    const send = sender();
    expect(await send('PATCH')).toBe(403);
    users.owner = OWN;
    expect(await send('PATCH')).toBe(200);
    expect(users.lookups).toBe(2);
  });

  test('gets 503 if the owner is not found in time', async () => {
    await start({ owner: new Promise<never>(() => {}) });
    const answer = await rename();
    expect([answer.status, messageOf(answer)]).toEqual([
      503,
      expect.stringMatching(/^Cannot identify the calling account: .* timed out after \d+ ms\. Try again\.$/),
    ]);
    expect(alias()).toBe('');
  });

  test('gets 503 if the lookup fails, and is looked up again', async () => {
    const users = await start({ owner: new Error('EMFILE: too many open files') });
    const answer = await rename();
    expect([answer.status, messageOf(answer)]).toEqual([503, expect.stringContaining('EMFILE')]);
    users.owner = OWN;
    expect((await rename()).status).toBe(200);
  });
});
