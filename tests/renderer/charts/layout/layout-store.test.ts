import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AUTOMATIC_LAYOUT, type Layout } from '../../../../renderer/features/charts/layout/layout.ts';
import { MAX_STORED_LAYOUTS, rememberedLayout } from '../../../../renderer/features/charts/layout/layout-store.ts';

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  const setItem = (key: string, value: string): void => void stored.set(key, value);
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem });
  return () => vi.unstubAllGlobals();
});

const layout: Layout = { panels: [{ left: ['a'], right: ['b'], height: 120 }], hidden: ['b'], hiddenBefore: [] };
const of = (scope: string): Layout => rememberedLayout(scope).layout.get();

describe('a remembered layout', () => {
  test('remembers the layout of each device and page, until it is reset', () => {
    const store = rememberedLayout('usb/E1');
    const changed = vi.fn<() => void>();
    store.layout.subscribe(changed);
    store.set(layout);
    expect(changed).toHaveBeenCalledOnce();
    expect(of('usb/E1')).toEqual(layout);
    expect(of('compare')).toEqual(AUTOMATIC_LAYOUT);
    store.reset();
    expect(of('usb/E1')).toEqual(AUTOMATIC_LAYOUT);
    expect([...stored.values()]).toEqual(['[]']);
  });

  test('stores a limited number of layouts, the newest', () => {
    for (let index = 0; index <= MAX_STORED_LAYOUTS; index += 1) rememberedLayout(`usb/${index}`).set(layout);
    expect(JSON.parse(stored.get('mensura.panels') ?? '')).toHaveLength(MAX_STORED_LAYOUTS);
    expect(of('usb/0')).toEqual(AUTOMATIC_LAYOUT);
    expect(of(`usb/${MAX_STORED_LAYOUTS}`)).toEqual(layout);
  });

  test.each([
    ['no JSON', AUTOMATIC_LAYOUT],
    ['[["compare", "panels", 5], ["compare", "panels", null]]', AUTOMATIC_LAYOUT],
    ['[["compare", "panels", {"panels": "x", "hidden": {}}]]', AUTOMATIC_LAYOUT],
    [
      '[["compare", "panels", {"panels": [7, {"left": 1, "right": [2, "b"], "height": "3"}]}]]',
      { panels: [{ left: [], right: ['b'] }], hidden: [] },
    ],
    [
      '[["compare", "panels", {"panels": [{"left": ["a"], "height": 1e9}, {"left": ["b"], "height": -1}], "hidden": [1, "a"], "hiddenBefore": {}}]]',
      {
        panels: [
          { left: ['a'], right: [], height: 1200 },
          { left: ['b'], right: [], height: 60 },
        ],
        hidden: ['a'],
        hiddenBefore: [],
      },
    ],
  ])('takes what is valid of %s', (text, expected) => {
    stored.set('mensura.panels', text);
    expect(of('compare')).toEqual(expected);
  });
});
