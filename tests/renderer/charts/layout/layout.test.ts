import { describe, expect, test } from 'vitest';
import type { ChartChannel } from '../../../../renderer/features/charts/channels.ts';
import {
  AUTOMATIC_LAYOUT,
  arranged,
  type Layout,
  panelsOf,
} from '../../../../renderer/features/charts/layout/layout.ts';
import {
  movedToNewPanel,
  movedToOtherAxis,
  movedToPanel,
  resized,
  shownAlone,
  stepped,
  toggled,
} from '../../../../renderer/features/charts/layout/layout-moves.ts';
import { channel } from '../support.ts';

const t = channel('temperature', '°C');
const t2 = channel('temperature_2', '°C');
const h = channel('relative_humidity', '%rh');
const p = channel('pressure', 'kPa');
const d: ChartChannel = { ...channel('dew_point', '°C'), startsHidden: true };
const x: ChartChannel = { ...channel('humidex', '°C'), startsHidden: true };
const all = [p, t, d, x, h, t2];
const units = new Map(all.map(({ key, unit }) => [key, unit]));

/** The panels in short: `temperature,temperature_2|relative_humidity` has a right axis; `-` marks hidden channels. */
function brief({ panels, hidden }: Layout): string[] {
  const side = (keys: readonly string[]): string =>
    keys.map((key) => (hidden.includes(key) ? '-' : '') + key.replace('usb/E1/', '')).join(',');
  return panels.map(({ left, right }) => side(left) + (right.length > 0 ? `|${side(right)}` : ''));
}

const start = arranged(AUTOMATIC_LAYOUT, all);

describe('arranged', () => {
  test('has a panel for each unit, computed channels apart from measured ones and hidden', () => {
    expect(brief(start)).toEqual(['pressure', 'temperature,temperature_2', 'relative_humidity', '-dew_point,-humidex']);
    expect(arranged(AUTOMATIC_LAYOUT, [])).toEqual(AUTOMATIC_LAYOUT);
  });

  test('shows computed channels of a device that has no others, and those that are not hidden at first', () => {
    expect(brief(arranged(AUTOMATIC_LAYOUT, [d, x]))).toEqual(['dew_point,humidex']);
    expect(brief(arranged(AUTOMATIC_LAYOUT, [t, channel('dew_point', '°C')]))).toEqual(['temperature', 'dew_point']);
  });

  test('keeps the user’s panels, without channels that are gone and with new ones', () => {
    const stored: Layout = {
      panels: [
        { left: [t.key], right: [h.key], height: 90 },
        { left: [p.key], right: [] },
      ],
      hidden: [p.key, 'gone'],
    };
    expect(brief(arranged(stored, all))).toEqual([
      'temperature,temperature_2|relative_humidity',
      '-pressure',
      '-dew_point,-humidex',
    ]);
    expect(arranged(stored, [h])).toEqual({ panels: [{ left: [h.key], right: [], height: 90 }], hidden: [] });
  });

  test('survives channels that are listed twice, or share an axis with another unit', () => {
    const stored: Layout = {
      panels: [
        { left: [t.key, h.key, t.key], right: [t.key] },
        { left: [], right: [] },
      ],
      hidden: [],
    };
    expect(brief(arranged(stored, [t, h]))).toEqual(['temperature', 'relative_humidity']);
  });
});

describe('panelsOf', () => {
  test('leaves out panels without a visible channel, but the first of all', () => {
    expect(panelsOf(start, all).map(({ index, channels }) => [index, channels.length])).toEqual([
      [0, 1],
      [1, 2],
      [2, 1],
    ]);
    expect(panelsOf({ ...start, hidden: all.map(({ key }) => key) }, all).map(({ index }) => index)).toEqual([0]);
  });

  test('numbers the axes of one unit, also of panels that are not shown', () => {
    const apart = movedToNewPanel(start, t2.key, 0);
    const ids = panelsOf(toggled(apart, d.key), all).map(({ left }) => left.id);
    expect(ids).toEqual(['°C', 'kPa', '°C #2', '%rh', '°C #3']);
  });
});

describe('a channel', () => {
  test('moves to a panel of its unit, or to the free axis of another, and is shown there', () => {
    const joined = movedToPanel(start, d.key, 1, units);
    expect(joined && brief(joined)[1]).toBe('temperature,temperature_2,dew_point');
    const second = movedToPanel(start, h.key, 1, units);
    expect(second && brief(second)).toEqual([
      'pressure',
      'temperature,temperature_2|relative_humidity',
      '-dew_point,-humidex',
    ]);
    expect(second && movedToPanel(second, p.key, 1, units)).toBeUndefined();
  });

  test('moves to a panel of its own', () => {
    expect(brief(movedToNewPanel(start, t2.key, 3))).toEqual([
      'pressure',
      'temperature',
      'relative_humidity',
      'temperature_2',
      '-dew_point,-humidex',
    ]);
    expect(brief(movedToNewPanel(start, p.key, 1))).toEqual(brief(start));
  });

  test('moves to the other axis of its panel and back', () => {
    const right = movedToOtherAxis(start, t2.key, units);
    expect(right && brief(right)[1]).toBe('temperature|temperature_2');
    const back = right && movedToOtherAxis(right, t2.key, units);
    expect(back && brief(back)[1]).toBe('temperature,temperature_2');
    expect(movedToOtherAxis(start, h.key, units)).toBeUndefined();
  });

  test('swaps two axes of one channel each, and does not join another unit', () => {
    const two = movedToPanel(start, h.key, 0, units);
    const swapped = two && movedToOtherAxis(two, p.key, units);
    expect(swapped && brief(swapped)[0]).toBe('relative_humidity|pressure');
    const three = movedToPanel(start, h.key, 1, units);
    expect(three && movedToOtherAxis(three, t.key, units)).toBeUndefined();
  });

  test('steps through the panels, out of one and into the next', () => {
    const visible = [0, 1, 2];
    const out = stepped(start, t2.key, 1, units, visible);
    expect(out && brief(out)).toEqual([
      'pressure',
      'temperature',
      'temperature_2',
      'relative_humidity',
      '-dew_point,-humidex',
    ]);
    const into = out && stepped(out, t2.key, 1, units, [0, 1, 2, 3]);
    expect(into && brief(into)).toEqual([
      'pressure',
      'temperature',
      'relative_humidity|temperature_2',
      '-dew_point,-humidex',
    ]);
    expect(stepped(start, h.key, 1, units, visible)).toBeUndefined();
    const full = movedToPanel(start, h.key, 1, units);
    const past = full && stepped(full, p.key, 1, units, [0, 1]);
    expect(past && brief(past)).toEqual([
      'temperature,temperature_2|relative_humidity',
      'pressure',
      '-dew_point,-humidex',
    ]);
  });
});

describe('one channel alone', () => {
  const startHidden = [d.key, x.key];

  test('hides the others in all panels, and then shows them as they were', () => {
    const before = toggled(start, t2.key);
    const alone = shownAlone(before, h.key, startHidden);
    expect(brief(alone)).toEqual([
      '-pressure',
      '-temperature,-temperature_2',
      'relative_humidity',
      '-dew_point,-humidex',
    ]);
    const later = resized(arranged(alone, all), 2, 200);
    expect(brief(shownAlone(later, h.key, startHidden))).toEqual(brief(before));
    expect(brief(shownAlone(later, p.key, startHidden))[0]).toBe('pressure');
  });

  test('is shown though it was hidden, and those that start hidden stay so if nothing is known', () => {
    const alone = shownAlone(start, d.key, startHidden);
    expect(brief(alone).at(-1)).toBe('dew_point,-humidex');
    expect(brief(shownAlone(alone, d.key, startHidden))).toEqual(brief(start));
    const { hiddenBefore: _, ...unknown } = shownAlone(start, t.key, startHidden);
    expect(brief(shownAlone(unknown, t.key, startHidden))).toEqual(brief(start));
  });
});

describe('a panel', () => {
  test('has a height of its own until it shares again', () => {
    const tall = resized(start, 1, 300);
    expect(tall.panels.map(({ height }) => height)).toEqual([undefined, 300, undefined, undefined]);
    expect(resized(tall, 1, undefined)).toEqual(start);
    expect(movedToNewPanel(tall, t2.key, 0).panels[2]?.height).toBe(300);
  });
});
