import { expect, test } from 'vitest';
import { toolTip, trayTemplate } from '../../electron/tray-content.ts';
import { alarmOf } from '../support/views/alarms.ts';

const summary = { state: 'measuring', text: 'Reading 1 device' } as const;
const channel = { family: 'usb', serial: 'E24638', channel: 'temperature' } as const;

test.each(['x', '💧', 'a💧'])('cuts the tool tip to the limit of Windows, between characters: %s', (letter) => {
  const tip = toolTip(summary, [{ channel, line: letter.repeat(200) }]);
  expect(tip.length).toBeLessThanOrEqual(127);
  expect(tip.length).toBeGreaterThan(120);
  expect(tip.isWellFormed()).toBe(true);
  expect(tip.endsWith('…')).toBe(true);
});

test('escapes ampersands in alarms and pinned values', () => {
  const named = [{ alarm: alarmOf({ id: 'a1' }), label: 'Temperature of R&D above 30 °C' }];
  const pinned = [{ channel, line: 'Temperature of <b>R&D</b>: 24.83 °C' }];
  const act = (): void => {};
  const template = trayTemplate(
    { summary, named, pinned, keepsRunning: true },
    { openAlarm: act, openPinned: act, openWindow: act, copyAddress: act, setKeepRunning: act, quit: act },
  );
  const labels = template.map(({ label }) => label);
  expect(labels).toContain('Temperature of R&&D above 30 °C');
  expect(labels).toContain('Temperature of <b>R&&D</b>: 24.83 °C');
});
