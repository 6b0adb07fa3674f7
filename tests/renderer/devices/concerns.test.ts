import { expect, test } from 'vitest';
import { isAboutDevice } from '../../../renderer/features/devices/problem-texts.tsx';

test('a problem belongs only to the device that it is about or names', () => {
  const text = 'Device VCP-PTH450-CAL E24638 on /dev/ttyACM0 stopped sending data.';
  expect(isAboutDevice({ subject: 'E1', text: '' }, 'E1')).toBe(true);
  expect(isAboutDevice({ subject: '/dev/ttyACM0', text }, 'E24638')).toBe(true);
  expect(isAboutDevice({ subject: '/dev/ttyACM0', text }, 'E2463')).toBe(false);
  expect(isAboutDevice({ subject: 'E24638', text }, 'E2')).toBe(false);
});
