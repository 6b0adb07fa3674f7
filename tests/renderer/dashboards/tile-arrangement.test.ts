import { describe, expect, test, vi } from 'vitest';
import { AUTOMATIC_LAYOUT } from '../../../renderer/features/charts/layout/layout.ts';
import { storedArrangement, TileArrangement } from '../../../renderer/features/dashboards/tiles/tile-arrangement.ts';
import { type ChartArrangement, chartArrangementSchema } from '../../../service/contract/index.ts';

const A = 'usb/E1/temperature';
const B = 'usb/E1/humidity';

const STORED: ChartArrangement = {
  panels: [
    { left: [A], right: [B], height: null },
    { left: ['usb/E2/co2'], right: [], height: 120 },
  ],
  hidden: [B],
  axes: [
    { id: '°C', min: 10, max: 20, least_span: null, logarithmic: false },
    { id: '%rh', min: null, max: null, least_span: 5, logarithmic: true },
  ],
};

function arranged(stored?: ChartArrangement) {
  const onChange = vi.fn<(stored: ChartArrangement | undefined) => void>();
  const arrangement = new TileArrangement(stored);
  arrangement.listen(onChange);
  return { arrangement, onChange };
}

describe('the arrangement of a tile', () => {
  test('is what its dashboard stores', () => {
    const { arrangement, onChange } = arranged(STORED);
    expect(arrangement.layout.layout.get()).toEqual({
      panels: [
        { left: [A], right: [B] },
        { left: ['usb/E2/co2'], right: [], height: 120 },
      ],
      hidden: [B],
    });
    expect(arrangement.axes.of('°C')).toEqual({ limits: { min: 10, max: 20 } });
    expect(arrangement.axes.of('%rh')).toEqual({ leastSpan: 5, isLogarithmic: true });
    expect(storedArrangement(arrangement)).toEqual(STORED);
    expect(chartArrangementSchema.parse(storedArrangement(arrangement))).toEqual(STORED);
    expect(onChange).not.toHaveBeenCalled();
  });

  test('tells each change, and that it is automatic again', () => {
    const { arrangement, onChange } = arranged();
    arrangement.layout.set({ panels: [{ left: [A], right: [] }], hidden: [], hiddenBefore: [] });
    const panels = [{ left: [A], right: [], height: null }];
    expect(onChange).toHaveBeenLastCalledWith({ panels, hidden: [], axes: [] });
    arrangement.axes.set('°C', { leastSpan: 2 });
    const axes = [{ id: '°C', min: null, max: null, least_span: 2, logarithmic: false }];
    expect(onChange).toHaveBeenLastCalledWith({ panels, hidden: [], axes });
    arrangement.axes.set('°C', {});
    arrangement.layout.reset();
    expect(onChange).toHaveBeenLastCalledWith(undefined);
    expect(onChange).toHaveBeenCalledTimes(4);
  });

  test('takes over the change of another window, and not the echo of its own', () => {
    const { arrangement, onChange } = arranged(STORED);
    const layout = { ...arrangement.layout.layout.get(), hidden: [A, B], hiddenBefore: [B] };
    arrangement.layout.set(layout);
    arrangement.accept(structuredClone(STORED));
    arrangement.accept({ ...STORED, hidden: [A, B] });
    expect(arrangement.layout.layout.get()).toBe(layout);
    arrangement.accept({ panels: [], hidden: [], axes: [] });
    expect(arrangement.layout.layout.get()).toEqual(AUTOMATIC_LAYOUT);
    expect(arrangement.axes.all.get().size).toBe(0);
    arrangement.accept(STORED);
    expect(storedArrangement(arrangement)).toEqual(STORED);
    expect(onChange).toHaveBeenCalledOnce();
  });

  test('of a page that remembers more is what a dashboard can store', () => {
    const { arrangement } = arranged();
    arrangement.layout.set({
      panels: [
        { left: [], right: [B] },
        { left: [], right: [] },
      ],
      hidden: [],
    });
    for (let index = 0; index < 60; index += 1) arrangement.axes.set(`u${index}`, { leastSpan: 1 });
    const stored = chartArrangementSchema.parse(storedArrangement(arrangement));
    expect(stored.panels).toEqual([{ left: [B], right: [], height: null }]);
    expect([stored.axes.length, stored.axes.at(-1)?.id]).toEqual([50, 'u59']);
  });

  test('is automatic where the ends of an axis are too close to each other', () => {
    const axes = [{ id: '°C', min: 1, max: 1 + 1e-12, least_span: null, logarithmic: false }];
    expect(arranged({ ...STORED, axes }).arrangement.axes.of('°C')).toEqual({});
  });
});
