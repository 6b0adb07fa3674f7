/** Alarms of the built service, on an emulated instrument: from the rule to the log, and over the end of a run. */
import { once } from 'node:events';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Alarm, AlarmLog, AlarmRule, Alarms } from '../../service/contract/index.ts';
import type { Emulator } from '../emulator/emulator.ts';
import { atEnd } from '../support/at-end.ts';
import { openEvents } from '../support/events.ts';
import { freshFolder } from '../support/process.ts';
import { type Answer, request } from '../support/raw-http.ts';
import { plug, serve } from '../support/rig.ts';
import type { RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';

const ALARMS = '/app/v1/alarms';
const RULES = `${ALARMS}/rules`;
const TEMPERATURE = { family: 'usb', serial: 'E24638', channel: 'temperature' };

let service: RunningService;
let instrument: Emulator;
let dataDir: string;

beforeAll(async () => {
  dataDir = freshFolder();
  instrument = await plug();
  service = await serve([instrument], { dataDir });
});

function send(method: string, path: string, body?: unknown): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return request(service.port, {
    method,
    path,
    headers: [['Content-Type', 'application/json']],
    ...(text !== undefined && { body: text }),
  });
}

async function addRule(changes: object): Promise<AlarmRule> {
  const answer = await send('POST', RULES, { ...TEMPERATURE, ...changes });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.json<AlarmRule>();
}

async function listed(): Promise<Alarm[]> {
  return (await request(service.port, { path: ALARMS })).json<Alarms>().alarms;
}

async function logged(query = ''): Promise<Alarm[]> {
  return (await request(service.port, { path: `${ALARMS}/log${query}` })).json<AlarmLog>().alarms;
}

function show(temperature: number): void {
  instrument.show(['102466', String(temperature), '66.81']);
}

/** Waits until the service has measured this temperature. */
async function measured(temperature: number): Promise<void> {
  await until(`${temperature} °C`, async () => {
    const answer = await request(service.port, { path: '/3.7.0/devices/usb/E24638/measurement' });
    return answer.text.includes(`"temperature":{"magnitude":${temperature},`);
  });
}

test('raised, acknowledged, carried over a kill, ended, logged', async () => {
  const client = await openEvents(service.url);
  atEnd(client.close);
  const rule = await addRule({ upper: 30, hysteresis: 0.5 });
  await client.waitFor('the rule', ({ what, value }) => what === 'alarm-rule' && value['id'] === rule.id);
  show(31.25);
  const told = await client.waitFor('the alarm', ({ what }) => what === 'alarm');
  const alarm = told.value as Alarm;
  expect(alarm).toEqual({
    ...TEMPERATURE,
    id: told.data['key'],
    rule: rule.id,
    kind: 'above',
    severity: 'warning',
    message: '',
    limit: 30,
    magnitude: 31.25,
    peak: 31.25,
    unit: '°C',
    since: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    ended: null,
    count: 1,
    flapping: false,
    acknowledged: null,
    acknowledged_by: '',
    acknowledgment_comment: '',
  });
  expect(await listed()).toEqual([alarm]);
  const status = (await request(service.port, { path: '/app/v1/status' })).json();
  expect(status).toMatchObject({ alarms_active: 1, alarms_unacknowledged: 1 });
  const by = { by: 'A. Müller', comment: 'Door closed.' };
  const answer = await send('POST', `${ALARMS}/${alarm.id}/acknowledge`, by);
  expect([answer.status, answer.json<Alarm>()]).toEqual([
    200,
    { ...alarm, acknowledged: expect.any(String), acknowledged_by: by.by, acknowledgment_comment: by.comment },
  ]);
  const acknowledged = answer.json<Alarm>();
  await until('the log to have it', async () => (await logged())[0]?.acknowledged);

  // What was answered is on disk: the program is killed, not stopped.
  const exit = once(service.process, 'exit');
  service.process.kill('SIGKILL');
  await exit;
  service = await serve([instrument], { dataDir });
  expect(await listed()).toEqual([acknowledged]);
  expect((await request(service.port, { path: RULES })).json()).toEqual({ rules: [rule] });
  const second = await openEvents(service.url);
  atEnd(second.close);
  await measured(31.25);
  show(30);
  await measured(30);
  // Within the hysteresis, and not raised again.
  expect(await listed()).toEqual([acknowledged]);
  expect(
    second.seen.filter(
      ({ what, data }) => what.startsWith('alarm') && what !== 'alarm-rule' && data['key'] !== alarm.id,
    ),
  ).toEqual([]);
  show(29.5);
  await second.waitFor('its end', ({ what }) => what === 'alarm gone');
  expect(await listed()).toEqual([]);
  const over = await until('the log to have its end', async () => (await logged()).find(({ ended }) => ended));
  expect(over).toEqual({ ...acknowledged, ended: expect.any(String) });
  expect(await logged(`?from=${Date.parse(alarm.since) + 1}`)).toEqual([]);
  expect(await logged(`?from=${alarm.since}&limit=1`)).toEqual([over]);
  expect((await send('DELETE', `${RULES}/${rule.id}`)).status).toBe(200);
});

test('an instrument that is pulled out: the limit stays, no data comes, and a reading ends it', async () => {
  show(24.87);
  await measured(24.87);
  // One line comes a second: a busy machine is late with some of them.
  const rule = await addRule({ upper: 20, no_data_s: 6 });
  await until('the alarm', async () => (await listed()).length === 1);
  await instrument.stop();
  const silent = await until('no data', async () => (await listed()).find(({ kind }) => kind === 'no-data'));
  expect(silent).toMatchObject({ limit: null, magnitude: null, peak: null, ended: null });
  expect((await listed()).map(({ kind, ended }) => [kind, ended])).toEqual([
    ['no-data', null],
    ['above', null],
  ]);
  await instrument.start();
  await until('its end', async () => (await listed()).find(({ kind }) => kind === 'no-data')?.ended);
  expect((await listed()).find(({ kind }) => kind === 'above')?.ended).toBeNull();
  expect((await send('DELETE', `${RULES}/${rule.id}`)).json()).toEqual({});
  expect((await listed()).every(({ ended }) => ended !== null)).toBe(true);
  expect((await send('POST', `${ALARMS}/acknowledge`, {})).json()).toEqual({ acknowledged: 2 });
  expect(await listed()).toEqual([]);
});

test('a delay: not before, and not without every reading beyond', async () => {
  show(24.87);
  await measured(24.87);
  const before = Date.now();
  const rule = await addRule({ lower: 25, delay_s: 3 });
  const [alarm] = await until('the alarm', async () => {
    const alarms = await listed();
    return alarms.length > 0 && alarms;
  });
  expect(Date.parse(alarm?.since ?? '') - before).toBeGreaterThan(2900);
  expect(alarm).toMatchObject({ kind: 'below', limit: 25, magnitude: 24.87 });
  await send('DELETE', `${RULES}/${rule.id}`);
  await send('POST', `${ALARMS}/acknowledge`);
});

describe('what is refused, and why', () => {
  test.each([
    [{ serial: '' }, 'serial'],
    [{ family: 'vcp' }, 'family'],
    [{ channel: 5 }, 'channel'],
    [{ upper: undefined }, 'upper'],
    [{ upper: '30' }, 'upper'],
    [{ lower: 40 }, 'upper'],
    [{ lower: 29, hysteresis: 1 }, 'hysteresis'],
    [{ hysteresis: -0.5 }, 'hysteresis'],
    [{ delay_s: 86_401 }, 'delay_s'],
    [{ no_data_s: 0 }, 'no_data_s'],
    [{ enabled: 1 }, 'enabled'],
    [{ name: 'Too warm' }, 'name'],
  ])('%j, naming %s', async (changes, path) => {
    const answer = await send('POST', RULES, { ...TEMPERATURE, upper: 30, ...changes });
    expect(answer.status).toBe(400);
    const { message, errors } = answer.json<{ message: string; errors: { path: string }[] }>();
    expect(errors.map((problem) => problem.path)).toEqual([path]);
    expect(message).toMatch(new RegExp(`^${path}: `));
    expect((await request(service.port, { path: RULES })).json()).toEqual({ rules: [] });
  });

  test('a second rule that says the same', async () => {
    const rule = await addRule({ upper: 1000 });
    const answer = await send('POST', RULES, { ...TEMPERATURE, upper: 1000, enabled: false });
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining(rule.id)]);
    expect((await send('PUT', `${RULES}/${rule.id}`, { ...TEMPERATURE, upper: 1000, enabled: false })).status).toBe(
      200,
    );
    await send('DELETE', `${RULES}/${rule.id}`);
  });

  test.each([
    ['GET', `${RULES}/a00000000`],
    ['DELETE', `${RULES}/a00000000`],
    ['POST', `${ALARMS}/nothing/acknowledge`],
  ])('%s %s', async (method, path) => {
    const answer = await send(method, path);
    expect([answer.status, answer.json()['message']]).toEqual([404, expect.stringMatching(/^No /)]);
  });

  test.each(['from=now', 'to=x', 'limit=0', 'page=1'])('the log with %s', async (query) => {
    const answer = await request(service.port, { path: `${ALARMS}/log?${query}` });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(`${query.split('=')[0] ?? ''}: `)]);
  });
});
