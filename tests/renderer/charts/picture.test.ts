import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChartChannel } from '../../../renderer/features/charts/channels.ts';
import { drawPicture, type Picture, pictureSize } from '../../../renderer/features/charts/image-export/draw-image.ts';
import { SvgSurface } from '../../../renderer/features/charts/image-export/svg-surface.ts';
import { type ChartMark, markOfMarker } from '../../../renderer/features/charts/scene/chart-mark.ts';
import { Series } from '../../../renderer/features/charts/scene/series.ts';
import type { Alarm } from '../../../service/contract/index.ts';
import { alarmOf } from '../../support/views/alarms.ts';
import { channel } from './support.ts';

const COLORS = { series: ['#d00'], softLine: '#ddd', dim: '#777', text: '#000', background: '#fff', bad: '#a00' };

const from = Date.UTC(2026, 10, 20, 10);

interface Shown {
  right?: readonly ChartChannel[];
  alarms?: readonly Alarm[];
  marks?: readonly ChartMark[];
  measure?: (text: string) => number;
}

/** The image of a panel of these channels, from 10:00 to 11:00 UTC, as SVG. */
function drawn(
  channels: readonly ChartChannel[],
  hidden: readonly string[] = [],
  { right = [], alarms = [], marks = [], measure = () => 100 }: Shown = {},
): string {
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
  const snapshot = { view: { from, to: from + 3_600_000 }, panels: [panel], marks, alarms };
  const picture: Picture = { snapshot, title: 'Cold room', hidden: new Set(hidden) };
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

  describe('with markers and changes of corrections', () => {
    const at = (minute: number): number => from + minute * 60_000;
    const marker = (minute: number, text: string): ChartMark =>
      markOfMarker({ id: minute, at: at(minute), text, device: null });
    const correction = (minute: number): ChartMark => ({
      at: at(minute),
      text: 'Correction changed: temperature, added: offset, 1 point',
      opens: { correction: real.ref },
    });
    /** Each name with its left edge and width, those of the plate behind it. */
    const namesOf = (...marks: ChartMark[]): [name: string, left: number, width: number, color: string][] => {
      const image = drawn([real], [], { marks, measure: (text) => text.length * 6 });
      const names =
        /<rect x="([\d.]+)" y="108" width="([\d.]+)" height="16" fill="#ddd"\/>\n<text [^>]*fill="([^"]+)">([^<]*)</g;
      return [...image.matchAll(names)].map(([, x, width, color = '', name = '']) => [
        name,
        Number(x),
        Number(width),
        color,
      ]);
    };

    test('tells the lines and names of corrections from those of markers', () => {
      const image = drawn([real], [], { marks: [marker(15, 'Door'), correction(30)] });
      // The plot is 1088 px wide, from 88.
      expect(image).toContain(
        '<path d="M360 108L360 248" fill="none" stroke="#777" stroke-width="1" stroke-linejoin="round"/>',
      );
      expect(image).toMatch(/<path d="M632 108L632 248"[^>]* stroke-dasharray="3 3"/);
      expect(namesOf(marker(15, 'Door'), correction(30))).toEqual([
        ['Door', 360, 32, '#000'],
        ['Correction changed: temperature, added: offset, 1 p…', 632, 320, '#777'],
      ]);
    });

    test('shortens names that would reach the next mark or the edge, and omits those without room', () => {
      // A minute is 18 px wide.
      const names = namesOf(correction(10), marker(15, 'Door'), marker(16, 'Fan'), correction(55), marker(59.5, 'End'));
      expect(names.map(([name]) => name)).toEqual(['Correction c…', 'Fan', 'Correction…']);
      for (const [index, [, left, width]] of names.entries()) {
        expect(left + width).toBeLessThan(names[index + 1]?.[1] ?? 1176);
      }
    });

    test('omits marks out of the view', () => {
      expect(namesOf(marker(-1, 'Before'), marker(1, 'Within'), marker(61, 'Behind')).map(([name]) => name)).toEqual([
        'Within',
      ]);
    });
  });

  test('marks simulated readings, of all channels or of those that are visible', () => {
    expect(textsOf([simulated])[1]).toMatch(/ · Simulated$/);
    expect(textsOf([real, simulated])[1]).toMatch(/ · Simulated: dew_point$/);
    expect(textsOf([real, simulated], [simulated.key])[1]).not.toContain('Simulated');
  });
});
