import { expect, test } from 'vitest';
import { NO_VALUE } from '../../../renderer/data/format/numbers.ts';
import type { ChannelSource } from '../../../renderer/features/charts/data/channel-source.ts';
import type { PointBuffer } from '../../../renderer/features/charts/data/point-buffer.ts';
import type { PanelContext } from '../../../renderer/features/charts/scene/panel-context.ts';
import { PanelReadout } from '../../../renderer/features/charts/scene/panel-readout.ts';
import { PanelScale } from '../../../renderer/features/charts/scene/panel-scale.ts';
import { Series } from '../../../renderer/features/charts/scene/series.ts';
import { FigureWidth } from '../../../renderer/features/charts/scene/value-text.ts';
import { DisplayUnits } from '../../../service/contract/index.ts';
import { channel } from './support.ts';

const oven = channel('temperature', '°C');
const view = { from: 0, to: 2000 };

/** Two stored readings, at 0 and 1 s. */
const source = {
  isStored: true,
  ring: undefined,
  fill(_view: unknown, _width: number, out: PointBuffer): void {
    out.clear();
    out.append(0, 20);
    out.append(1000, 21);
  },
} as unknown as ChannelSource;

test('the value at the cursor is that of a reading, and none of a line that is hidden since', () => {
  const element = { textContent: '' } as HTMLElement;
  const figureWidth = new FigureWidth({ style: { setProperty: () => undefined } });
  const series = new Series(oven);
  series.take(source, view, 1000);
  const readout = new PanelReadout({
    elements: { values: new Map([[oven.key, element]]), ranges: new Map(), figureWidth },
    series: [series],
    sources: new Map([[oven.key, source]]),
    scale: new PanelScale('°C'),
    cursor: { dot: () => undefined },
  });
  const write = (hidden: readonly string[]): string | null => {
    const shared = { view, hidden: new Set(hidden), units: new DisplayUnits() } as unknown as PanelContext;
    readout.write(shared, { isLive: false, pointer: 500, time: 1000, label: '' }, 1000);
    return element.textContent;
  };
  expect(write([])).toBe('21.00');
  expect(write([oven.key])).toBe(NO_VALUE);
});
