/** The reports of the app API. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Run } from '../../../service/contract/index.ts';
import { MensuraError } from '../../../service/support/errors.ts';
import { ask, messageOf } from './support/ask.ts';
import { type Host, startHost } from './support/host.ts';

const REF = { family: 'usb', serial: 'E1', channel: 'temperature' } as const;
const PATH = '/app/v1/runs/1/report';
const RANGE = '/app/v1/report?channel=usb/E1/temperature';

let host: Host;

beforeEach(async () => {
  host = await startHost();
  host.attach('E1', 20);
  const now = host.clock.now();
  host.world.history.keep(REF, '°C', [
    [now - 3000, 4],
    [now - 2000, 6],
  ]);
  host.world.runs.now = () => host.clock.now();
  await host.world.runs.start({
    name: 'Batch <12>',
    channels: [{ ...REF, low: 2, high: 8 }],
    operator: 'A. Rossi',
    notes: '',
    tags: [],
    pre_trigger_s: 60,
    stop_after_s: null,
    range: null,
  });
  host.world.runs.onStatistics = ({ from }: Run) => ({
    from,
    to: new Date(now).toISOString(),
    bytes: 0,
    channels: [
      {
        ...REF,
        low: 2,
        high: 8,
        unit: '°C',
        count: 2,
        failed: 0,
        gaps: 0,
        min: 4,
        max: 6,
        mean: 5,
        standard_deviation: 1.4142,
        resolution_ms: 0,
        first: { at: now - 3000, magnitude: 4 },
        last: { at: now - 2000, magnitude: 6 },
        area: 5,
        covered_ms: 1000,
        area_missing: null,
        outside_ms: 0,
        mean_kinetic_temperature: 5.05,
      },
    ],
  });
});
afterEach(() => host.stop());

describe('the report of a run', () => {
  test('is an HTML page with its name, figures and chart', async () => {
    const answer = await ask(host.port, PATH);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers['content-disposition']).toBe('inline; filename="run-1-report.html"');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).toContain('<h1>Batch &lt;12&gt;</h1>');
    expect(answer.text).toContain('<td class="number">5.0000</td>');
    expect(answer.text).toContain('This run is active.');
    expect(answer.text).toContain('aria-label="Readings in °C, 1 channel, ');
    expect(host.world.runs.calls).toContainEqual(['statistics', 1]);
    expect((await ask(host.port, PATH)).text).toBe(answer.text);
  });

  test('may use its own style sheet, and load nothing', async () => {
    const { text, headers } = await ask(host.port, PATH);
    const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(String(headers['content-security-policy']).split(';').toSorted()).toEqual([
      "base-uri 'none'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      `style-src 'sha256-${hash}'`,
    ]);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    expect(text).not.toMatch(/<(?:script|link|img|iframe)\b|\sstyle=|\shref=|\ssrc=/);
  });

  test.each(['/app/v1/runs/2/report', '/app/v1/runs/x/report'])('is not found at %s', async (path) => {
    expect((await ask(host.port, path)).status).toBe(404);
  });

  test.each([
    ['storage-failed', 500],
    ['too-many', 503],
  ] as const)('that fails with %s is %i', async (code, status) => {
    host.world.history.failure = new MensuraError(code, 'It failed.');
    const answer = await ask(host.port, PATH);
    expect([answer.status, messageOf(answer)]).toEqual([status, 'It failed.']);
  });
});

describe('the report of a range', () => {
  test('has the title and the channels of the request, by default of the last hour', async () => {
    const now = host.clock.now();
    const answer = await ask(host.port, `${RANGE}&title=Cold%20room`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toBe('inline; filename="report.html"');
    expect(answer.text).toContain('<h1>Cold room</h1>');
    expect(answer.text).not.toContain('Run ID');
    expect(host.world.history.calls).toContainEqual([
      'statistics',
      [expect.objectContaining(REF)],
      now - 3_600_000,
      now,
    ]);
    expect((await ask(host.port, RANGE)).text).toContain('<h1>Report of readings</h1>');
  });

  test.each([
    ['/app/v1/report', 'channel: is missing'],
    [`${RANGE}&from=5&to=4`, 'from: must be before to'],
    [`${RANGE}&title=`, 'title: must not be empty'],
    [`${RANGE}&title=${'x'.repeat(101)}`, 'title: must have at most 100 characters'],
    [`${RANGE}&name=x`, 'name: unknown parameter'],
  ])('is refused for %s', async (path, message) => {
    const answer = await ask(host.port, path);
    expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringContaining(message)]);
  });
});
