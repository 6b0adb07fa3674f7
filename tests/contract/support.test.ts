/** The helpers of the contract tests can fail. */
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { request } from '../support/raw-http.ts';
import { expectGolden } from './support/golden.ts';
import { readJsonText, unsortedObjects } from './support/json-text.ts';

test('keys are seen in the order they stand in the text', () => {
  const text = '{"b": [{"9":1,"12":2}], "a":{"x,}":"}"}}';
  expect(readJsonText(text)).toEqual({
    objects: [
      { path: '', keys: ['b', 'a'] },
      { path: 'b/[]', keys: ['9', '12'] },
      { path: 'a', keys: ['x,}'] },
    ],
    blanks: true,
  });
  expect(unsortedObjects(text).map(({ path }) => path)).toEqual(['', 'b/[]']);
  expect(unsortedObjects('{"12":1,"9":2,"Z":3,"a":4,"ä":5}')).toEqual([]);
  expect(readJsonText('{"a b":[1,-2.5e3,null,true]}').blanks).toBe(false);
});

test('a golden answer allows the last digits of a virtual channel, and nothing else', () => {
  const form = (dew: string, real: string): string =>
    `{"dew_point":{"magnitude":${dew}},"t":"2026-11-20T14:45:12.318Z","temperature":{"magnitude":${real}}}`;
  const expected = form('18.27476401637772', '24.87').replace('2026-11-20T14:45:12.318Z', '<timestamp>');
  expectGolden(form('18.274764016377', '24.87'), expected);
  expect(() => expectGolden(form('18.2748', '24.87'), expected)).toThrow('dew_point');
  expect(() => expectGolden(form('18.27476401637772', '24.870000000001'), expected)).toThrow('to be');
  expect(() => expectGolden(form('18.27476401637772', '24.87').replace('.318Z', 'Z'), expected)).toThrow();
});

test('a chunked answer and one with a length are read to their end', async () => {
  const answers = [
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n',
    'HTTP/1.1 404 Not Found\r\nContent-Length: 5\r\nX: 1\r\nX: 2\r\n\r\nabcde',
  ];
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.once('data', (bytes) => {
      heard.push(bytes.toString());
      socket.write(answers.shift() ?? '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const first = await request(address.port, {
    path: '/a',
    headers: [
      ['Host', 'x'],
      ['Host', 'y'],
    ],
  });
  const second = await request(address.port, { path: '/b', noHost: true, body: '{}' });
  server.close();
  expect([first.status, first.text]).toEqual([200, 'abcde']);
  expect([second.status, second.text, second.all('x')]).toEqual([404, 'abcde', ['1', '2']]);
  expect(heard).toEqual([
    'GET /a HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n',
    'GET /b HTTP/1.1\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}',
  ]);
});
