import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { ESTIMATED_MINUTES } from './benchmarks.ts';
import { type Circumstances, markdown } from './report.ts';
import { resultOf, type Section } from './results.ts';
import { mergeSummary, summaryOf } from './summary.ts';

const PAGE = readFileSync(join(ROOT, 'docs/measurements.md'), 'utf8');

const WHERE: Circumstances = {
  date: '2026-11-22T01:00:00.000Z',
  command: 'npm run bench -- --only charts',
  node: 'Node',
  software: ['uPlot 1.6'],
  machine: 'a machine',
  load: [0.5, 1],
  seconds: 90,
  estimatedMinutes: 3,
};

const section = (results: Section['results']): Section => ({ title: 'Frames', method: 'Eight channels.', results });

const tableOf = (results: Section['results']): string[] =>
  markdown([section(results)], WHERE)
    .split('\n')
    .filter((line) => line.startsWith('|'));

test('shows subjects beside each other, with the range of rounds that differ', () => {
  const results = [
    resultOf('bare: frames', '1/s', [60, 60, 60]),
    resultOf('Mensura: frames', '1/s', [58, 60, 59]),
    resultOf('Mensura over bare: frames', '', [0.97, 1, 0.98]),
    resultOf('bare: memory', 'MiB', [10]),
  ];
  expect(tableOf(results)).toEqual([
    '|  | frames (1/s) | memory (MiB) |',
    '| --- | --- | --- |',
    '| bare | 60 | 10 |',
    '| Mensura | 59 (58–60) |  |',
    '| Mensura over bare | 0.98 (0.97–1) |  |',
  ]);
});

test('makes subjects the columns if they are fewer', () => {
  const results = ['p50', 'p95', 'p99'].flatMap((metric) => [
    resultOf(`bare: ${metric}`, 'ms', [1]),
    resultOf(`Mensura: ${metric}`, 'ms', [2]),
  ]);
  expect(tableOf(results)).toEqual([
    '|  | bare | Mensura |',
    '| --- | --- | --- |',
    '| p50 (ms) | 1 | 2 |',
    '| p95 (ms) | 1 | 2 |',
    '| p99 (ms) | 1 | 2 |',
  ]);
});

test('continues after six columns in a further table, without empty rows', () => {
  const subjects = Array.from({ length: 8 }, (_, index) => `${index + 1} devices`);
  const metrics = Array.from({ length: 7 }, (_, index) => `figure ${index + 1}`);
  const results = metrics.flatMap((metric, column) =>
    subjects
      .filter((_, line) => column < 6 || line === 2)
      .map((subject) => resultOf(`${subject}: ${metric}`, '', [column])),
  );
  expect(tableOf(results).slice(-3)).toEqual(['|  | figure 7 |', '| --- | --- |', '| 3 devices | 6 |']);
  expect(tableOf(results)).toHaveLength(2 + 8 + 3);
});

test('summarizes wanted figures with the result first', () => {
  const wanted = { is: 'at least', value: 59, beside: 'bare: frames' } as const;
  const results = [resultOf('Mensura: frames', '1/s', [58, 60, 58], wanted), resultOf('bare: frames', '1/s', [60])];
  const summary = mergeSummary('', 'charts', summaryOf([section(results)], WHERE));
  expect(summary).toContain('0 of 1 are met.');
  expect(summary).toContain(
    '| charts | Frames: Mensura: frames | missed | 58 (58–60) 1/s | at least 59 1/s | bare: frames: 60 1/s |',
  );
  expect(summary).toContain('| charts | 2026-11-22T01:00:00.000Z | 0.50, 1.00 | 1.5 | 3 |');
  expect(summary).toContain('| mqtt | all | not run yet |');
});

test('replaces the rows of one block in the summary of the page', () => {
  const begin = PAGE.indexOf('### Wanted figures');
  const old = PAGE.slice(begin, PAGE.indexOf('<!-- figures, summary: end -->')).trimEnd();
  const renewed = mergeSummary(old, 'charts', summaryOf([section([])], WHERE));
  const others = (text: string): string[] => text.split('\n').filter((line) => !line.startsWith('| charts |'));
  expect(others(renewed).filter((line) => !line.endsWith('are met.'))).toEqual(
    others(old).filter((line) => !line.endsWith('are met.')),
  );
  expect(renewed).toContain('| charts | 2026-11-22T01:00:00.000Z |');
});

test.each(Object.keys(ESTIMATED_MINUTES))('finds the markers of the block %s in the page', (block) => {
  const part = new RegExp(`<!-- figures, ${block}: begin .*-->\\n\\n(.*)\\n`).exec(PAGE)?.[1];
  expect(part).toMatch(/^`npm run bench.*` on .*, with Node .*\.$/);
  expect(PAGE).toContain(`<!-- figures, ${block}: end -->`);
});
