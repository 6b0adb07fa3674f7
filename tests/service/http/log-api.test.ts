import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LogResult, logResultSchema } from '../../../service/contract/index.ts';
import { LogRing } from '../../../service/log/log-ring.ts';
import { createLogger } from '../../../service/support/pino-logger.ts';
import { type Answer, ask } from './support/ask.ts';
import { type Host, startHost } from './support/host.ts';

let host: Host;

beforeEach(async () => {
  const log = new LogRing({ file: '/data/log/mensura.log' });
  const logger = createLogger({ level: 'debug', sinks: [log] });
  for (let line = 1; line <= 300; line += 1) (line % 3 === 0 ? logger.warn : logger.debug)(`line ${line}`);
  host = await startHost({ log });
});
afterEach(() => host.stop());

function get(query: string): Promise<Answer> {
  return ask(host.port, `/app/v1/log${query}`);
}

async function texts(query: string): Promise<string[]> {
  const answer = await get(query);
  expect(answer.status).toBe(200);
  return logResultSchema.parse(answer.json()).entries.map(({ text }) => text);
}

test('defaults to 200 lines of level info', async () => {
  const lines = await texts('');
  expect(lines).toHaveLength(100);
  expect(lines.at(-1)).toBe('line 300');
  expect(await texts('?level=debug')).toHaveLength(200);
});

test('returns a range of lines', async () => {
  expect(await texts('?level=debug&after=10&before=20&limit=2')).toEqual(['line 18', 'line 19']);
  expect(await texts('?level=error')).toEqual([]);
  const { oldest, newest, file } = (await get('?limit=1')).json() as LogResult;
  expect({ oldest, newest, file }).toEqual({ oldest: 1, newest: 300, file: '/data/log/mensura.log' });
});

test.each([
  ['level', 'level=loud'],
  ['level', 'level='],
  ['after', 'after=-1'],
  ['after', 'after=1.5'],
  ['before', 'before=x'],
  ['limit', 'limit=0'],
  ['limit', 'limit=1001'],
  ['limit', 'limit=5&limit=6'],
  ['lines', 'lines=3'],
])('refuses an invalid %s by name: %s', async (path, query) => {
  const answer = await get(`?${query}`);
  expect(answer.status).toBe(400);
  expect(answer.json()).toMatchObject({ errors: [{ path }] });
});
