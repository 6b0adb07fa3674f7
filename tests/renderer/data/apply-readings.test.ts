import { describe, expect, test } from 'vitest';
import { addPending, applyPending } from '../../../renderer/data/devices/apply-readings.ts';
import type { AppDevice } from '../../../service/contract/index.ts';
import { appDevice, readings } from '../../support/views/devices.ts';

function after(device: AppDevice, values: Record<string, number | null>, at = 1_000_000): AppDevice {
  return applyPending(device, addPending(undefined, readings(device, values, at)));
}

describe('applyPending', () => {
  test('puts values, time and count in, and leaves the device it was given', () => {
    const device = appDevice({ serial: 'E1' });
    const untouched = structuredClone(device);
    const changed = after(device, { temperature: 3 }, 5_000);
    expect(changed.device.channels['temperature']?.value).toEqual({
      magnitude: 3,
      timestamp: '1970-01-01T00:00:05.000Z',
      unit: '°C',
    });
    expect(changed.last_reading).toBe('1970-01-01T00:00:05.000Z');
    expect(changed.counters.samplings).toBe(device.counters.samplings + 1);
    expect(device).toEqual(untouched);
  });

  test('a channel that failed has no value, and a reason', () => {
    const changed = after(appDevice({ serial: 'E1' }), { temperature: null });
    expect(changed.device.channels['temperature']?.value).toBeNull();
    expect(changed.reasons['temperature']).toBe('no valid reading');
    expect(changed.state).toBe('measuring');
  });

  test("keeps the service's own reason while a channel goes on failing, and drops it when it recovers", () => {
    const device = appDevice({
      serial: 'E1',
      channels: { temperature: { unit: '°C', description: 'Temperature', value: null } },
      state: 'failing',
      reasons: { temperature: 'probe open' },
    });
    const failing = after(device, { temperature: null });
    expect(failing).toMatchObject({ state: 'failing', reasons: { temperature: 'probe open' } });
    expect(after(failing, { temperature: 4 })).toMatchObject({ state: 'measuring', reasons: {} });
  });

  test('a silent device that samples again is no longer without data', () => {
    const device = appDevice({ serial: 'E1', state: 'silent', reasons: { temperature: 'no data' } });
    expect(after(device, { temperature: null }).reasons['temperature']).toBe('no valid reading');
  });

  test('ignores channels that the device does not have', () => {
    const changed = after(appDevice({ serial: 'E1' }), { strange: 1 });
    expect(changed.device.channels).not.toHaveProperty('strange');
  });
});
