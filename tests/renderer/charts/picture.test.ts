import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChartChannel } from '../../../renderer/features/charts/channels.ts';
import { drawPicture, type Picture, pictureSize } from '../../../renderer/features/charts/image-export/draw-image.ts';
import { SvgSurface } from '../../../renderer/features/charts/image-export/svg-surface.ts';
import { Series } from '../../../renderer/features/charts/scene/series.ts';
import type { Alarm } from '../../../service/contract/index.ts';
import { alarmOf } from '../../support/views/alarms.ts';
import { channel } from './support.ts';

const COLORS = { series: ['#d00'], softLine: '#ddd', dim: '#777', text: '#000', background: '#fff', bad: '#a00' };

/** The image of a panel of these channels, from 10:00 to 11:00 UTC, as SVG. */
function drawn(
  channels: readonly ChartChannel[],
  hidden: readonly string[] = [],
  { right = [], alarms = [] }: { right?: readonly ChartChannel[]; alarms?: readonly Alarm[] } = {},
): string {
  const from = Date.UTC(2026, 10, 20, 10);
  const axis = (unit: string, tick: string, own: readonly ChartChannel[]) => ({
    unit,
    yTicks: [{ at: 0.5, label: tick }],
    limits: [],
    floor: Number.NEGATIVE_INFINITY,
    share: { x: () => 0, y: () => 0 },
    series: own.map((one) => new Series(one)),
  });
  const panel = {
    ...axis('°C', '20', channels),
    right: right.length > 0 ? axis('%rh', '55', right) : undefined,
    height: 140,
  };
  const snapshot = { view: { from, to: from + 3_600_000 }, panels: [panel], marks: [], alarms };
  const picture: Picture = { snapshot, title: 'Cold room', hidden: new Set(hidden) };
  const measure = (): number => 100;
  const paper = new SvgSurface(pictureSize(picture, { measure }), 'sans-serif', measure);
  drawPicture(paper, picture, COLORS);
  return paper.text;
}

function textsOf(...image: Parameters<typeof drawn>): string[] {
  return [...drawn(...image).matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = '']) => text);
}

const real = channel('temperature', '°C');
const simulated: ChartChannel = { ...channel('dew_point', '°C', 'SIM1'), simulated: true };

describe('a chart image', () => {
  beforeEach(() => vi.stubEnv('TZ', 'Asia/Kolkata'));
  afterEach(() => vi.unstubAllEnvs());

  test('has its title, its times with their zone, and units', () => {
    const texts = textsOf([real]);
    expect(texts[0]).toBe('Cold room');
    expect(texts[1]).toMatch(/2026.*15:30:00 to 16:30:00 · UTC\+5:30$/);
    expect(texts).toContain('temperature (°C)');
  });

  test('has the whole legend, in as many rows as it needs, and is higher for it', () => {
    const many = Array.from({ length: 20 }, (_, index) => channel(`temperature_${index}`, '°C'));
    const image = drawn(many);
    const places = [...image.matchAll(/<text x="(\d+)" y="(\d+)"[^>]*>temperature_/g)].map(([, x, y]) => [
      Number(x),
      Number(y),
    ]);
    expect(places).toHaveLength(20);
    // An entry is 124 px wide and 20 px from the next; the image is 1200 px wide, with margins of 88 and 24 px.
    expect(new Set(places.map(([, y]) => y)).size).toBe(3);
    expect(Math.max(...places.map(([x = 0]) => x + 100))).toBeLessThanOrEqual(1176);
    const height = (text: string): number => Number(/height="(\d+)"/.exec(text)?.[1]);
    expect(height(image) - height(drawn([real]))).toBe(2 * 26);
  });

  test('has the right axis of a panel, and its visible channels', () => {
    const humidity = channel('relative_humidity', '%rh');
    const texts = textsOf([real], [], { right: [humidity] });
    expect(texts).toContain('temperature (°C)');
    expect(texts).toContain('relative_humidity (%rh, right)');
    expect(texts).toContain('55');
    expect(textsOf([real], [humidity.key], { right: [humidity] })).not.toContain('relative_humidity (%rh, right)');
    expect(textsOf([real])).not.toContain('55');
  });

  test('has the past alarms of visible channels', () => {
    const times = { since: '2026-11-20T10:15:00Z', ended: '2026-11-20T10:30:00Z' };
    const alarms = [alarmOf({ ...real.ref, id: 'a1', ...times }), alarmOf({ serial: 'other', id: 'a2', ...times })];
    // The plot is 1088 px wide, from 88.
    const bar = '<rect x="360" y="102" width="272" height="4" fill="#a00"/>';
    const image = drawn([real], [], { alarms });
    expect(image.split(bar)).toHaveLength(2);
    // Only the bar: the values below it are not those of the alarm.
    expect(image.match(/#a00/g)).toHaveLength(1);
    expect(drawn([real], [real.key], { alarms })).not.toContain(bar);
  });

  test('marks simulated readings, of all channels or of those that are visible', () => {
    expect(textsOf([simulated])[1]).toMatch(/ · Simulated$/);
    expect(textsOf([real, simulated])[1]).toMatch(/ · Simulated: dew_point$/);
    expect(textsOf([real, simulated], [simulated.key])[1]).not.toContain('Simulated');
  });
});
