import { describe, expect, test } from 'vitest';
import { type HistoryPart, type RunChannelStatistics } from '../../../service/contract/index.ts';
import { alarmOf } from '../../support/views/alarms.ts';
import { FROM, MINUTE, readings, reportOf, runOf, statisticsOf, TEMPERATURE, textOf, time } from './support.ts';

/** Of the plot in the view box: an hour is 634 wide, from 62 on. */
const x = (minute: number): number => Math.round((62 + (minute / 60) * 634) * 10) / 10;

function pathsOf(html: string): string[] {
  return [...html.matchAll(/<path d="([^"]*)"[^>]*data-line="\d+"\/>/g)].map(([, path = '']) => path);
}

/** The x positions of each uninterrupted piece of the first line. */
function piecesOf(html: string): number[][] {
  const [path = ''] = pathsOf(html);
  return path
    .split('M')
    .slice(1)
    .map((piece) =>
      piece
        .replace('h0', '')
        .split('L')
        .map((point) => Number(point.split(' ')[0])),
    );
}

async function pieces(...parts: HistoryPart[]): Promise<number[][]> {
  return piecesOf(await reportOf({ stored: [{ unit: '°C', parts }] }));
}

describe('a line of a chart', () => {
  test('joins neighboring readings, and stops at gaps and sensor errors', async () => {
    expect(await pieces(readings([4, 5, 6, null, 5, 4, 5], [5]))).toEqual([[x(0), x(1), x(2)], [x(4)], [x(5), x(6)]]);
  });

  test('shows a single reading as a dot', async () => {
    const html = await reportOf({ stored: [{ unit: '°C', parts: [readings([4])] }] });
    expect(pathsOf(html)[0]).toMatch(/^M62 [\d.]+h0$/);
  });

  test('draws buckets in their middle within the range, with a band of their extremes', async () => {
    const buckets: HistoryPart = {
      kind: 'buckets',
      width_ms: 10 * MINUTE,
      at: [FROM - 6 * MINUTE, FROM + 10 * MINUTE, FROM + 20 * MINUTE],
      count: [5, 5, 5],
      min: [3, 4, 2],
      max: [5, 6, 9],
      mean: [4, 5, 5],
      broken: [0, 0, 1],
    };
    const html = await reportOf({ stored: [{ unit: '°C', parts: [buckets] }] });
    expect(piecesOf(html)).toEqual([[x(0), x(15)], [x(25)]]);
    const [, band = ''] = /<path d="([^"]*)"[^>]*fill-opacity="0.2"/.exec(html) ?? [];
    expect(band.match(/Z/g)).toHaveLength(2);
  });
});

describe('the chart of a unit', () => {
  test('has the limits as lines with numbers, within its axis', async () => {
    const statistics = [statisticsOf({ low: 2, high: 8 })];
    const html = await reportOf({ statistics, stored: [{ unit: '°C', parts: [readings([4, 5])] }] });
    expect(
      [...html.matchAll(/data-limit="([^"]*)"\/><text[^>]*>([^<]*)</g)].map(([, value, text]) => [value, text]),
    ).toEqual([
      ['2', '2'],
      ['8', '8'],
    ]);
    const labels = [...html.matchAll(/text-anchor="end">([^<]*)</g)].map(([, label]) => label);
    expect(labels.slice(0, 5)).toEqual(['2', '4', '6', '8', '°C']);
    expect(textOf(html)).toContain('Temperature, VCP-PTH450-CAL (E24638); limits: 2 °C to 8 °C');
  });

  test('has the number of a limit at its top inside the frame', async () => {
    const statistics = [statisticsOf({ low: 2, high: 8 })];
    const html = await reportOf({ statistics, stored: [{ unit: '°C', parts: [readings([4, 5])] }] });
    const [high = Number.NaN] = [...html.matchAll(/y="([\d.]+)" [^>]*>8</g)].map(([, y]) => Number(y)).slice(-1);
    expect(high).toBeGreaterThanOrEqual(24 + 11);
  });

  test('has axes in the display unit and in the time zone of the service', async () => {
    const html = await reportOf({
      stored: [{ unit: '°C', parts: [readings([0, 10])] }],
      units: { '°C': '°F' },
    });
    expect(html).toContain('<figcaption>Readings in °F</figcaption>');
    const labels = [...html.matchAll(/text-anchor="end">([^<]*)</g)].map(([, label]) => label);
    expect(labels).toEqual(['35', '40', '45', '50', '°F']);
    const times = [...html.matchAll(/y="256" text-anchor="middle">([^<]*)</g)].map(([, label]) => label);
    expect(times).toEqual(['15:00', '15:10', '15:20', '15:30', '15:40', '15:50', '16:00']);
    expect(html).toContain('>Time (Europe/Zurich), 2026-11-20</text>');
  });

  test('marks the start, markers and alarms by the numbers of their tables', async () => {
    const html = await reportOf({
      run: runOf({ started: time(6) }),
      stored: [{ unit: '°C', parts: [readings([4, 5])] }],
      markers: [{ id: 9, at: FROM + 30 * MINUTE, text: 'Door', device: null }],
      alarms: [
        alarmOf({ id: 'b', ...TEMPERATURE, since: time(45), ended: null }),
        alarmOf({ id: 'a', ...TEMPERATURE, since: time(-30), ended: time(15) }),
      ],
    });
    expect(html).toContain(`<path d="M${x(6)} 24V242" stroke="#222222" stroke-dasharray="none" data-event="start"/>`);
    expect(html).toContain(`<path d="M${x(30)} 24V242" stroke="#666666" stroke-dasharray="2 3" data-event="marker"/>`);
    const bars = [...html.matchAll(/<rect x="([^"]*)" y="237" width="([^"]*)"[^>]*data-event="alarm"/g)];
    expect(bars.map(([, left, width]) => [Number(left), Number(width)])).toEqual([
      [x(0), 158.5],
      [x(45), 158.5],
    ]);
    for (const [label, at] of [
      ['Start', x(6)],
      ['M1', x(30)],
      ['A1', 72],
      ['A2', x(45)],
    ] as const) {
      expect(html).toContain(
        `<text x="${at}" y="${label.startsWith('A') ? 234 : 18}" text-anchor="middle">${label}</text>`,
      );
    }
  });

  test('without a change has room above and below', async () => {
    const html = await reportOf({ stored: [{ unit: '°C', parts: [readings([20, 20, 20])] }] });
    // A constant temperature is drawn in the middle of half a degree.
    expect(pathsOf(html)[0]).toBe('M62 133L72.6 133L83.1 133');
  });

  test('has eight lines at most: many channels have several charts', async () => {
    const channels = (count: number, unit: string): RunChannelStatistics[] =>
      Array.from({ length: count }, (_, index) => statisticsOf({ serial: `E${unit}${index}`, unit }));
    const statistics = [...channels(18, '°C'), ...channels(1, '%rh')];
    const stored = statistics.map(({ unit }) => ({ unit, parts: [readings([4, 5])] }));
    const html = await reportOf({ statistics, stored });
    expect([...html.matchAll(/<figcaption>(.*?)<\/figcaption>/g)].map(([, title]) => title)).toEqual([
      'Readings in °C (1 of 3)',
      'Readings in °C (2 of 3)',
      'Readings in °C (3 of 3)',
      'Readings in %rh',
    ]);
    expect(pathsOf(html)).toHaveLength(19);
    expect(html.match(/<li>/g)).toHaveLength(19);
    expect(html.match(/stroke="#1f5fa8" stroke-width="2.5" stroke-dasharray="6 3"/g)).toHaveLength(2);
  });
});
