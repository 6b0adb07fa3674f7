import { expect, it } from 'vitest';
import { toolTip } from '../../electron/tray-content.ts';

const summary = { state: 'measuring', text: 'Measuring 1 instrument' } as const;
const channel = { family: 'usb', serial: 'E24638', channel: 'temperature' } as const;

it.each(['x', '💧', 'a💧'])('a tool tip is cut to what Windows shows, between characters: of %s', (letter) => {
  const tip = toolTip(summary, [{ channel, line: letter.repeat(200) }]);
  expect(tip.length).toBeLessThanOrEqual(127);
  expect(tip.length).toBeGreaterThan(120);
  expect(tip.isWellFormed()).toBe(true);
  expect(tip.endsWith('…')).toBe(true);
});
