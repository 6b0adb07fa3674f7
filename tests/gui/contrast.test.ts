/** WCAG 2.2 AA contrast of the theme's tokens, computed from the style sheet itself. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { HATCH } from '../../renderer/features/charts/drawing/draw-limits.ts';

const css = readFileSync(join(ROOT, 'renderer/styles/tokens.css'), 'utf8');

type Tokens = Map<string, string>;

function tokensOf(selector: string): Tokens {
  const block = css.split(`${selector} {`)[1]?.split('}')[0] ?? '';
  return new Map(
    [...block.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** A surface with a mark on a part of it, as the eye sees it from a distance. */
function mixed(surface: string, mark: string, part: number): string {
  const at = (hex: string, from: number): number => Number.parseInt(hex.slice(from, from + 2), 16);
  const parts = [1, 3, 5].map((from) => Math.round(at(surface, from) * (1 - part) + at(mark, from) * part));
  return `#${parts.map((one) => one.toString(16).padStart(2, '0')).join('')}`;
}

const SURFACES = ['--background', '--panel', '--side-panel'];

/** Text on what it stands on: 4.5 : 1. */
const TEXT: [text: string, surface: string][] = [
  ...['--text', '--dim', '--accent', '--good', '--warning', '--bad'].flatMap((text) =>
    SURFACES.map((surface): [string, string] => [text, surface]),
  ),
  ['--text', '--soft-line'],
  ['--dim', '--soft-line'],
  ['--accent', '--accent-soft'],
  ['--text', '--accent-soft'],
  ['--good', '--good-soft'],
  ['--warning', '--warning-soft'],
  ['--text', '--warning-soft'],
  ['--bad', '--bad-soft'],
  ['--text', '--bad-soft'],
  ['--on-accent', '--accent'],
];

/** Edges of controls, focus and lines of charts on what they stand on: 3 : 1. */
const SERIES = Array.from({ length: 10 }, (_, index) => `--series-${index + 1}`);
const GRAPHICS: [mark: string, surface: string][] = [
  ...['--control-line', '--accent'].flatMap((mark) => SURFACES.map((surface): [string, string] => [mark, surface])),
  ...SERIES.map((mark): [string, string] => [mark, '--panel']),
];

describe.each([
  ['light', '[data-theme="light"]'],
  ['dark', ':root[data-theme="dark"]'],
])('the %s theme', (_, selector) => {
  const tokens = tokensOf(selector);
  const ratio = (mark: string, surface: string): number => contrast(tokens.get(mark) ?? '', tokens.get(surface) ?? '');

  test.each(TEXT)('%s can be read on %s', (text, surface) => {
    expect(ratio(text, surface)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(GRAPHICS)('%s can be seen on %s', (mark, surface) => {
    expect(ratio(mark, surface)).toBeGreaterThanOrEqual(3);
  });

  test.each(SERIES)('%s can be seen on the band of an alarm limit', (mark) => {
    const part = (HATCH.opacity * HATCH.width) / HATCH.distance;
    const band = mixed(tokens.get('--panel') ?? '', tokens.get('--bad') ?? '', part);
    expect(contrast(tokens.get(mark) ?? '', band)).toBeGreaterThanOrEqual(3);
  });
});

test('both themes define the same colours', () => {
  const light = [...tokensOf('[data-theme="light"]').keys()];
  expect(light.length).toBeGreaterThan(20);
  expect(light).toEqual([...tokensOf(':root[data-theme="dark"]').keys()]);
});
