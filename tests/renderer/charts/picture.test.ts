import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChartChannel } from '../../../renderer/features/charts/channels.ts';
import { drawPicture, type Picture, pictureSize } from '../../../renderer/features/charts/image-export/draw-image.ts';
import { SvgSurface } from '../../../renderer/features/charts/image-export/svg-surface.ts';
import { Series } from '../../../renderer/features/charts/scene/series.ts';
import { channel } from './support.ts';

const COLORS = { series: ['#d00'], softLine: '#ddd', dim: '#777', text: '#000', background: '#fff', bad: '#a00' };

/** All texts of the image of a panel of these channels, from 10:00 to 11:00 UTC. */
function textsOf(channels: readonly ChartChannel[], hidden: readonly string[] = []): string[] {
  const from = Date.UTC(2026, 10, 20, 10);
  const panel = {
    unit: '°C',
    yTicks: [],
    limits: [],
    floor: Number.NEGATIVE_INFINITY,
    share: { x: () => 0, y: () => 0 },
    series: channels.map((one) => new Series(one)),
    height: 140,
  };
  const snapshot = { view: { from, to: from + 3_600_000 }, panels: [panel], markers: [] };
  const picture: Picture = { snapshot, title: 'Cold room', hidden: new Set(hidden) };
  const paper = new SvgSurface(pictureSize(picture), 'sans-serif', () => 10);
  drawPicture(paper, picture, COLORS);
  return [...paper.text.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = '']) => text);
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

  test('marks simulated readings, of all channels or of those that are visible', () => {
    expect(textsOf([simulated])[1]).toMatch(/ · Simulated$/);
    expect(textsOf([real, simulated])[1]).toMatch(/ · Simulated: dew_point$/);
    expect(textsOf([real, simulated], [simulated.key])[1]).not.toContain('Simulated');
  });
});
