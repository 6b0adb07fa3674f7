/** What is kept of gateways over a restart, and what becomes of a file that is damaged. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { GatewayInput, Gateways } from '../../service/contract/index.ts';
import { freshFolder } from '../support/process.ts';
import { until } from '../support/until.ts';
import { ask, plugGateway } from './support/sensgates.ts';
import { openStation, type Station } from './support/station.ts';

/** The most gateways that there may be. */
const MOST = 200;

/** Each is something that must not be lost, and none of them asks anybody. */
const GIVEN: GatewayInput[] = [
  { kind: 'sensgate', name: 'Cold store', host: '192.0.2.7', port: 8081, period_ms: 60_000, enabled: false },
  { kind: 'mqtt', name: 'Everything', client: 'nobody', prefix: 'fleet/+/hall 2', enabled: false },
  { kind: 'sensgate', name: 'a third, by its name', host: 'gateway.example', enabled: false },
];

async function configs({ behind }: Station): Promise<unknown[]> {
  const { gateways } = (await behind.get('/app/v1/gateways')).json<Gateways>();
  return gateways.map(({ id, config }) => Object.assign(config, { id }));
}

test.concurrent('entries are there after a restart, in their order, with their ids', async () => {
  const dataDir = freshFolder();
  const first = await openStation([], { dataDir });
  const ids: string[] = [];
  for (const input of GIVEN) ids.push(await first.add(input));
  const before = await configs(first);
  expect(before).toMatchObject(GIVEN.map((input, index) => ({ id: ids[index], ...input })));
  expect(before[2]).toMatchObject({ port: 8080, period_ms: 1000 });
  // Not in good order: what was confirmed is on the disk.
  first.service.process.kill('SIGKILL');
  const second = await openStation([], { dataDir });
  expect(await configs(second)).toEqual(before);
  await second.send('DELETE', `/app/v1/gateways/${ids[1]}`);
  await second.service.stop();
  const third = await openStation([], { dataDir });
  expect(await configs(third)).toEqual([before[0], before[2]]);
  expect((await third.behind.app()).problems).toEqual([]);
});

test.concurrent('what is behind a gateway is there after a restart, with the numbers that it had', async () => {
  const dataDir = freshFolder();
  const gateway = await plugGateway({ instruments: [{ serial: 'E24638', pollMs: 100 }] });
  const first = await openStation([], { dataDir });
  await ask(first, gateway);
  await until('the first', () => first.nodeOf('E24638'));
  gateway.plug({ serial: 'E10001', pollMs: 100 });
  await until('the second', () => first.nodeOf('E10001'));
  const numbers = [await first.nodeOf('E24638'), await first.nodeOf('E10001')];
  expect(numbers).toEqual([1, 2]);
  await first.service.stop();
  // The second alone is there when the service comes back.
  gateway.unplug('E24638');
  const second = await openStation([], { dataDir });
  await until('the second again', () => second.nodeOf('E10001'));
  gateway.plug({ serial: 'E24638', pollMs: 100 });
  await until('the first again', () => second.nodeOf('E24638'));
  expect([await second.nodeOf('E24638'), await second.nodeOf('E10001')]).toEqual(numbers);
});

test.concurrent.each([
  ['is no JSON', '{"version":1,"gateways":[{"kind":"sensg'],
  [
    'is of another form',
    '{"version":1,"gateways":[{"id":"g01a2b3c4","kind":"sensgate","name":"Cellar","host":"a b"}]}',
  ],
  ['has too many', JSON.stringify({ version: 1, gateways: many(MOST + 1) })],
])('a file that %s is set aside and told of, and gateways can be added', async (_, text) => {
  const dataDir = freshFolder();
  writeFileSync(join(dataDir, 'gateways.json'), text);
  const station = await openStation([], { dataDir });
  expect(await configs(station)).toEqual([]);
  const { problems } = await station.behind.app();
  expect(problems).toMatchObject([{ code: 'settings-damaged', subject: 'gateways.json' }]);
  const aside = readdirSync(dataDir).find((name) => name.startsWith('gateways.json.damaged-')) ?? '';
  expect(readFileSync(join(dataDir, aside), 'utf8')).toBe(text);
  expect(problems[0]?.text).toContain(aside);
  expect(existsSync(join(dataDir, 'gateways.json'))).toBe(false);
  const [input] = GIVEN as [GatewayInput];
  await station.add(input);
  expect(await configs(station)).toMatchObject([input]);
});

test.concurrent('there may be two hundred, and no more', async () => {
  const dataDir = freshFolder();
  writeFileSync(join(dataDir, 'gateways.json'), JSON.stringify({ version: 1, gateways: many(MOST) }));
  const station = await openStation([], { dataDir });
  expect(await configs(station)).toEqual(many(MOST));
  const [input] = GIVEN as [GatewayInput];
  const refused = await station.send('POST', '/app/v1/gateways', input);
  expect([refused.status, refused.json()['message']]).toEqual([400, 'The limit is 200 gateways. Delete one first.']);
  expect(await configs(station)).toEqual(many(MOST));
  await station.send('DELETE', '/app/v1/gateways/g00000007');
  await station.add(input);
  expect(await configs(station)).toHaveLength(MOST);
});

/** So many entries, as the file has them. */
function many(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `g${String(index).padStart(8, '0')}`,
    kind: 'sensgate',
    name: `Gateway ${index}`,
    enabled: false,
    host: `192.0.2.${index % 250}`,
    port: 8080 + index,
    period_ms: 1000,
  }));
}
