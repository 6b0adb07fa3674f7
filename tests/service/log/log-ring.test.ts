import { describe, expect, test } from 'vitest';
import { logResultSchema } from '../../../service/contract/index.ts';
import { LogRing, MAX_CHARACTERS, MAX_ENTRIES, MAX_TEXT } from '../../../service/log/log-ring.ts';
import { createLogger } from '../../../service/support/pino-logger.ts';

const ALL = { level: 'debug', after: 0, before: Infinity, limit: 10_000 } as const;

function ringWithLogger() {
  const ring = new LogRing({ file: '/data/log/mensura.log' });
  return { ring, logger: createLogger({ level: 'debug', sinks: [ring] }) };
}

function texts(ring: LogRing, question: Partial<Parameters<LogRing['read']>[0]> = {}): string[] {
  return ring.read({ ...ALL, ...question }).entries.map(({ text }) => text);
}

describe('the log in memory', () => {
  test('has nothing at first, and says so', () => {
    const { ring } = ringWithLogger();
    expect(ring.read(ALL)).toEqual({ entries: [], oldest: 0, newest: 0, file: '/data/log/mensura.log' });
  });

  test('shows what the logger says, as the contract describes it', () => {
    const { ring, logger } = ringWithLogger();
    logger.info('Begun.');
    logger.child('serial').warn('A port is busy.', { error: new Error('held by another') });
    const answer = logResultSchema.parse(ring.read(ALL));
    expect(answer).toMatchObject({
      entries: [
        { id: 1, level: 'info', part: '', text: 'Begun.' },
        { id: 2, level: 'warn', part: 'serial', text: 'A port is busy.' },
      ],
      oldest: 1,
      newest: 2,
    });
    expect(answer.entries[0]).not.toHaveProperty('detail');
    expect(answer.entries[1]?.detail).toContain('Error: held by another\n    at ');
  });

  test('answers a level and what is worse', () => {
    const { ring, logger } = ringWithLogger();
    for (const level of ['error', 'warn', 'info', 'debug'] as const) logger[level](level);
    expect(texts(ring, { level: 'error' })).toEqual(['error']);
    expect(texts(ring, { level: 'info' })).toEqual(['error', 'warn', 'info']);
  });

  test('answers the newest of a stretch of ids, oldest first', () => {
    const { ring, logger } = ringWithLogger();
    for (let line = 1; line <= 10; line += 1) logger.info(`line ${line}`);
    expect(texts(ring, { after: 2, before: 9, limit: 3 })).toEqual(['line 6', 'line 7', 'line 8']);
    expect(texts(ring, { after: 8 })).toEqual(['line 9', 'line 10']);
    expect(texts(ring, { after: 10 })).toEqual([]);
  });

  test('keeps a bounded number of lines, and the ids go on', () => {
    const { ring, logger } = ringWithLogger();
    for (let line = 1; line <= MAX_ENTRIES + 7; line += 1) logger.info(`line ${line}`);
    const { entries, oldest, newest } = ring.read(ALL);
    expect(entries).toHaveLength(MAX_ENTRIES);
    expect([oldest, newest]).toEqual([8, MAX_ENTRIES + 7]);
    expect(entries[0]?.id).toBe(8);
  });

  test('keeps a bounded amount of text, whatever one line brings', () => {
    const { ring, logger } = ringWithLogger();
    for (let line = 0; line < 300; line += 1) logger.info('x'.repeat(5 * MAX_TEXT));
    const { entries, newest } = ring.read(ALL);
    const characters = entries.reduce((sum, { text }) => sum + text.length, 0);
    expect(newest).toBe(300);
    expect(characters).toBeLessThanOrEqual(MAX_CHARACTERS);
    expect(characters).toBeGreaterThan(MAX_CHARACTERS - 2 * MAX_TEXT);
    expect(entries[0]?.text).toMatch(/x … \(truncated\)$/);
  });

  test('passes over a line that is not the logger’s', () => {
    const { ring } = ringWithLogger();
    ring.write('{"level":"loud","time":"now","msg":"?"}\n');
    expect(ring.read(ALL).newest).toBe(0);
  });
});
