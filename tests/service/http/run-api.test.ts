/** The app API of runs, and their events. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EntityEvent, Run } from '../../../service/contract/index.ts';
import { MensuraError } from '../../../service/support/errors.ts';
import { ask, messageOf, post, write } from './support/ask.ts';
import { openEvents } from './support/event-client.ts';
import { type Host, startHost } from './support/host.ts';

const RUNS = '/app/v1/runs';
const TEMPERATURE = { family: 'usb', serial: 'E24638', channel: 'temperature' };
const BATCH = { name: 'Batch 12', channels: [TEMPERATURE] };

let host: Host;

beforeEach(async () => {
  host = await startHost();
});
afterEach(() => host.stop());

async function start(body: unknown = BATCH): Promise<Run> {
  const { status, json, text } = await post(host.port, RUNS, JSON.stringify(body));
  expect([status, status === 201 ? '' : text]).toEqual([201, '']);
  return json() as Run;
}

describe('starting a run', () => {
  test('has defaults for omitted fields', async () => {
    const added = await post(host.port, RUNS, JSON.stringify(BATCH));
    expect([added.status, added.headers.location]).toEqual([201, `${RUNS}/1`]);
    expect(host.world.runs.calls.at(-1)).toEqual([
      'start',
      {
        name: 'Batch 12',
        channels: [{ ...TEMPERATURE, low: null, high: null }],
        operator: '',
        notes: '',
        tags: [],
        pre_trigger_s: 0,
        stop_after_s: null,
        range: null,
      },
    ]);
    expect((await ask(host.port, `${RUNS}/1`)).json()).toEqual(added.json());
  });

  test.each([
    [{ ...BATCH, name: ' ' }, 'name: must not be empty'],
    [{ ...BATCH, name: 'a\nb' }, 'name: must not contain control characters'],
    [{ name: 'x' }, 'channels: must be an array'],
    [{ ...BATCH, channels: [] }, 'channels: must list a channel'],
    [{ ...BATCH, channels: [TEMPERATURE, TEMPERATURE] }, 'channels: must not list a channel twice'],
    [{ ...BATCH, channels: [{ ...TEMPERATURE, low: 8, high: 2 }] }, 'channels.0.high: must be above low'],
    [{ ...BATCH, tags: ['a', 'a'] }, 'tags: must not list a tag twice'],
    [{ ...BATCH, pre_trigger_s: 3601 }, 'pre_trigger_s: must be at most 3600 s (1 h)'],
    [{ ...BATCH, stop_after_s: 0 }, 'stop_after_s: must be at least 1 s'],
    [{ ...BATCH, range: { from: '2026-11-20T15:00:00Z', to: '2026-11-20T14:00:00Z' } }, 'range.to: must be after from'],
    [
      { ...BATCH, pre_trigger_s: 1, range: { from: '2026-11-20T14:00:00Z', to: '2026-11-20T15:00:00Z' } },
      'range: must not be combined with pre_trigger_s and stop_after_s',
    ],
    [{ ...BATCH, range: { from: 'yesterday', to: 'today' } }, 'range.from: must be a timestamp'],
  ])('refuses %j', async (body, message) => {
    const answer = await post(host.port, RUNS, JSON.stringify(body));
    expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringContaining(message)]);
    expect(host.world.runs.runs.size).toBe(0);
  });

  test('passes a conflict on', async () => {
    host.world.runs.failure = new MensuraError('conflict', 'The history is off.');
    const answer = await post(host.port, RUNS, JSON.stringify(BATCH));
    expect([answer.status, messageOf(answer)]).toEqual([409, 'The history is off.']);
  });
});

describe('a run', () => {
  test('is stopped, trimmed, changed, deleted and restored', async () => {
    await start();
    const early = await post(
      host.port,
      `${RUNS}/1/trim`,
      '{"from":"2026-11-20T14:00:00Z","to":"2026-11-20T15:00:00Z"}',
    );
    expect(early.status).toBe(409);
    const stopped = await post(host.port, `${RUNS}/1/stop`);
    expect([stopped.status, (stopped.json() as Run).to]).toEqual([200, expect.any(String)]);
    expect((await post(host.port, `${RUNS}/1/stop`)).status).toBe(409);
    const range = { from: '2026-11-20T15:00:00+01:00', to: '2026-11-20T16:00:00+01:00' };
    expect((await post(host.port, `${RUNS}/1/trim`, JSON.stringify(range))).json()).toMatchObject({
      from: '2026-11-20T14:00:00.000Z',
      to: '2026-11-20T15:00:00.000Z',
    });
    const changed = await write(host.port, 'PUT', `${RUNS}/1`, JSON.stringify({ ...BATCH, name: 'Batch 13' }));
    expect(changed.json()).toMatchObject({ name: 'Batch 13', from: '2026-11-20T14:00:00.000Z' });
    expect((await write(host.port, 'DELETE', `${RUNS}/1`)).text).toBe('{}');
    expect((await ask(host.port, `${RUNS}/1`)).status).toBe(404);
    expect((await post(host.port, `${RUNS}/1/restore`)).json()).toMatchObject({ name: 'Batch 13' });
    expect((await post(host.port, `${RUNS}/1/restore`)).status).toBe(404);
  });

  test.each(['7', 'x', '-1', '1.5', '1e3', '9999999999999999'])('is not found as %s', async (id) => {
    await start();
    for (const path of [id, `${id}/statistics`, `${id}/attachments/a`]) {
      expect([path, (await ask(host.port, `${RUNS}/${path}`)).status]).toEqual([path, 404]);
    }
    expect((await write(host.port, 'DELETE', `${RUNS}/${id}`)).status).toBe(404);
    expect((await post(host.port, `${RUNS}/${id}/stop`)).status).toBe(404);
  });

  test('has statistics', async () => {
    await start();
    expect((await ask(host.port, `${RUNS}/1/statistics`)).json()).toMatchObject({ bytes: 4096, channels: [] });
  });

  test('has attached texts', async () => {
    await start();
    const path = `${RUNS}/1/attachments/${encodeURIComponent('Prüfung 1.txt')}`;
    const attached = await write(host.port, 'PUT', path, JSON.stringify({ text: 'Tür\noffen' }));
    expect(attached.json()).toMatchObject({ attachments: [{ name: 'Prüfung 1.txt', length: 9 }] });
    expect((await ask(host.port, path)).json()).toEqual({ name: 'Prüfung 1.txt', text: 'Tür\noffen' });
    expect((await write(host.port, 'DELETE', path, '{}')).json()).toMatchObject({ attachments: [] });
    expect((await ask(host.port, path)).status).toBe(404);
    for (const [name, message] of [
      [' ', 'name: must not be empty'],
      ['a/b', 'name: must not contain / or \\'],
      ['a\nb', 'name: must not contain control characters'],
    ] as const) {
      const refused = await write(host.port, 'PUT', `${RUNS}/1/attachments/${encodeURIComponent(name)}`, '{"text":""}');
      expect([name, refused.status]).toEqual([name, 400]);
      expect(messageOf(refused)).toContain(message);
    }
    const long = await write(host.port, 'PUT', path, JSON.stringify({ text: 'x'.repeat(50_001) }));
    expect([long.status, messageOf(long)]).toEqual([400, 'text: must have at most 50000 characters.']);
  });
});

describe('the list', () => {
  test('is searched and has pages', async () => {
    await start({ ...BATCH, tags: ['cold room'] });
    await start({ ...BATCH, name: 'Batch 13' });
    const named = async (query: string): Promise<unknown> => {
      const { runs, total } = (await ask(host.port, `${RUNS}?${query}`)).json() as { runs: Run[]; total: number };
      return [runs.map(({ name }) => name), total];
    };
    expect(await named('search=cold')).toEqual([['Batch 12'], 1]);
    expect(await named('limit=1&offset=1')).toEqual([[expect.any(String)], 2]);
    expect(host.world.runs.calls.at(-1)).toEqual(['list', { search: '', offset: 1, limit: 1 }]);
    for (const query of ['limit=0', 'limit=1001', 'offset=-1', 'search=a&search=b', 'name=x']) {
      expect([query, (await ask(host.port, `${RUNS}?${query}`)).status]).toEqual([query, 400]);
    }
  });
});

test('events begin with the active runs and report every change', async () => {
  await start();
  await start({ ...BATCH, name: 'Finished', range: { from: '2026-11-20T14:00:00Z', to: '2026-11-20T15:00:00Z' } });
  const client = await openEvents(host.port);
  const told = (): unknown[] =>
    client.events
      .map(({ data }) => data as EntityEvent)
      .filter(({ kind }) => kind === 'run')
      .map(({ key, value }) => [key, value && (value as Run).to === null]);
  await client.until(() => told().length > 0);
  expect(told()).toEqual([['1', true]]);
  await post(host.port, `${RUNS}/1/stop`);
  await client.until(() => told().length > 1);
  await write(host.port, 'DELETE', `${RUNS}/1`);
  await client.until(() => told().length > 2);
  expect(told()).toEqual([
    ['1', true],
    ['1', false],
    ['1', null],
  ]);
  client.close();
});
