import { expect, test } from 'vitest';
import { FigureWidth, ValueText } from '../../../renderer/features/charts/scene/value-text.ts';

test('all figures of a stack have the width of the widest so far, with a comma half as wide as a digit', () => {
  const widths: string[] = [];
  const width = new FigureWidth({ style: { setProperty: (name, value) => widths.push(`${name}: ${value}`) } });
  const [first, second] = [0, 1].map(() => new ValueText({ textContent: '' } as HTMLElement, width));
  first?.write('9.50');
  second?.write('100.753');
  width.reserve('−10.5');
  first?.write('1,000.000');
  expect(widths).toEqual(['--figure-width: 3.5ch', '--figure-width: 6.5ch', '--figure-width: 8ch']);
});
