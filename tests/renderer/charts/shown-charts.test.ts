import { expect, test } from 'vitest';
import { registerCharts, type ShownCharts, shownCharts } from '../../../renderer/features/charts/shown-charts.ts';

function charts(): ShownCharts {
  const nothing = (): void => undefined;
  return {
    paused: false,
    setPaused: nothing,
    mark: nothing,
    showTable: nothing,
    measure: nothing,
    copyLink: nothing,
    showLargeValues: nothing,
    saveImage: nothing,
    resetPanels: nothing,
  };
}

test('returns to the charts before when the last ones leave the page', () => {
  const [first, second] = [charts(), charts()];
  const removeFirst = registerCharts(first);
  const removeSecond = registerCharts(second);
  expect(shownCharts.get()).toBe(second);
  removeSecond();
  expect(shownCharts.get()).toBe(first);
  removeFirst();
  expect(shownCharts.get()).toBeNull();
});
