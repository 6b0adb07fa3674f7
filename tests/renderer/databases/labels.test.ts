import { describe, expect, test } from 'vitest';
import {
  databaseBadge,
  databaseLabel,
  databasesSummary,
  serverWords,
} from '../../../renderer/data/databases/labels.ts';
import { databaseError, databaseView } from '../../support/views/databases.ts';

test.each([
  ['http://localhost:8086', 'localhost:8086'],
  ['HTTPS://influx.example:8086/', 'influx.example:8086'],
  ['https://[::1]:8428/insert/0', '[::1]:8428'],
  ['http://host.example?precision=ns', 'host.example'],
])('the server of %s is %s', (url, words) => {
  expect(serverWords({ url })).toBe(words);
});

describe('the state of a database', () => {
  const needed = { state: 'failed', error: databaseError('secret-needed', 'Cannot be read.') } as const;

  test('names the secret that must be entered, while it is enabled', () => {
    expect(databaseBadge(databaseView({ id: 'a', status: needed }), 0).word).toBe('Token required');
    const withUser = databaseView({ id: 'a', config: { username: 'me' }, status: needed });
    expect(databaseBadge(withUser, 0).word).toBe('Password required');
    const disabled = databaseView({ id: 'a', config: { enabled: false }, status: needed });
    expect(databaseBadge(disabled, 0).word).toBe('Disabled');
  });

  test('counts down to the next attempt, but not for screen readers', () => {
    const status = { state: 'waiting', next_retry: '2026-11-20T00:00:30.000Z' } as const;
    const database = databaseView({ id: 'a', status });
    expect(databaseBadge(database, Date.parse('2026-11-20T00:00:10Z')).word).toBe('Retrying in 20 s');
    expect(databaseLabel(database)).toBe('Waiting to retry');
  });

  test('is summed up for the status line', () => {
    expect(databasesSummary([])).toBeNull();
    const failed = databaseView({ id: 'b', status: { state: 'failed' } });
    expect(databasesSummary([databaseView({ id: 'a' }), failed])).toEqual({
      tone: 'warning',
      text: 'Databases: 1 of 2',
      rest: ' connected',
    });
  });
});
