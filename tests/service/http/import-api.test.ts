import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importJobSchema } from '../../../service/contract/index.ts';
import { ask, write } from './support/ask.ts';
import { type Host, startHost } from './support/host.ts';

let host: Host;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.stop());
beforeEach(() => {
  host.world.imports.jobs.clear();
  host.world.imports.files.length = 0;
  host.world.imports.put('3fa91c02');
});

function upload(query: string, type: string, body = 'time (UTC),E1 temperature (°C)\n'): Promise<Response> {
  return fetch(`http://127.0.0.1:${host.port}/app/v1/imports${query}`, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body,
  });
}

test.each(['text/csv', 'text/csv; charset=utf-8', 'application/octet-stream'])('takes a file as %s', async (type) => {
  const response = await upload('?file=log.csv&time_zone=Europe%2FBerlin&date_order=dmy&device=usb%2FE1', type);
  expect([response.status, response.headers.get('location')]).toEqual([201, '/app/v1/imports/00000001']);
  expect(importJobSchema.parse(await response.json())).toMatchObject({ id: '00000001', file: 'log.csv' });
  expect(host.world.imports.files).toEqual([
    {
      file: 'log.csv',
      options: { time_zone: 'Europe/Berlin', date_order: 'dmy', device: 'usb/E1', columns: [] },
      text: 'time (UTC),E1 temperature (°C)\n',
    },
  ]);
});

test.each([
  [
    '?file=log.csv',
    'text/plain',
    'This request requires a file and the header Content-Type: text/csv or application/octet-stream.',
  ],
  [
    '?file=log.csv',
    'application/json',
    'This request requires a file and the header Content-Type: text/csv or application/octet-stream.',
  ],
  ['', 'text/csv', expect.stringContaining('file') as string],
  ['?file=a&date_order=ymd', 'text/csv', expect.stringContaining('date_order') as string],
  ['?file=a&columns=1', 'text/csv', expect.stringContaining('columns') as string],
])('refuses an upload to %j as %s', async (query, type, message) => {
  const response = await upload(query, type);
  expect([response.status, await response.json()]).toMatchObject([400, { message }]);
  expect(host.world.imports.files).toEqual([]);
});

test('refuses a file that is too large before it is sent', async () => {
  const headers = { 'Content-Type': 'text/csv', 'Content-Length': String(2 ** 28 + 1) };
  const answer = await ask(host.port, '/app/v1/imports?file=a', { method: 'POST', headers });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('The body is too large.')]);
});

test('lists, changes, applies and removes imports', async () => {
  expect((await ask(host.port, '/app/v1/imports')).json()).toMatchObject({ imports: [{ id: '3fa91c02' }] });
  const options = { columns: [{ column: 2, channel: 'usb/E1/temperature', unit: '°F' }] };
  const path = '/app/v1/imports/3fa91c02';
  expect((await write(host.port, 'PUT', path, JSON.stringify(options))).json()).toMatchObject({ options });
  expect((await write(host.port, 'POST', `${path}/apply`, '{}')).json()).toMatchObject({ state: 'applied' });
  expect((await write(host.port, 'DELETE', path, '')).json()).toEqual({});
  expect((await ask(host.port, path)).status).toBe(404);
});

test.each([
  [{ columns: [{ column: 0, channel: null }] }, 'columns.0.column'],
  [{ columns: [{ column: 1, channel: 'E1' }] }, 'columns.0.channel'],
  [{ date_order: 'x' }, 'date_order'],
])('refuses the options %j', async (options, path) => {
  const answer = await write(host.port, 'PUT', '/app/v1/imports/3fa91c02', JSON.stringify(options));
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(path)]);
});
