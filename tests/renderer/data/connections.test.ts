import { describe, expect, test } from 'vitest';
import { counterpartKey, devicesByGateway, otherPlaces } from '../../../renderer/data/devices/connections.ts';
import type { DeviceRecord } from '../../../renderer/data/devices/device-store.ts';
import { type AppDevice, deviceKey } from '../../../service/contract/index.ts';
import { appDevice } from '../../support/views/devices.ts';

const record = (device: AppDevice): DeviceRecord => ({ key: deviceKey(device), device, gone: null });

const here = appDevice({ serial: 'E1' });
const there = appDevice({ serial: 'E1', node: 3, alsoBehind: ['G00034', 'MS0123456789'] });

describe('where else an instrument is', () => {
  test('its twin is the same serial in the other family', () => {
    expect(counterpartKey(here)).toBe('gateway/E1');
    expect(counterpartKey(there)).toBe('usb/E1');
  });

  test('one that is attached here says every gateway that has it too, with the way there', () => {
    const device = { family: 'gateway', serial: 'E1' };
    expect(otherPlaces(here, record(there))).toEqual([
      { words: 'Also connected through G00033', device },
      { words: 'Also connected through G00034', device },
      { words: 'Also connected through Mensura MS0123456789', device },
    ]);
  });

  test('one behind a gateway says that it is attached here, and the other gateways', () => {
    expect(otherPlaces(there, record(here))).toEqual([
      { words: 'Also connected by USB', device: { family: 'usb', serial: 'E1' } },
      { words: 'Also connected through G00034', device: null },
      { words: 'Also connected through Mensura MS0123456789', device: null },
    ]);
  });

  test('one that is in one place says nothing, nor one whose other place is gone', () => {
    expect(otherPlaces(here, undefined)).toEqual([]);
    expect(
      otherPlaces(here, {
        ...record(there),
        gone: { since: 0, reason: 'lost', last: {}, isKnown: true, isAwaited: false },
      }),
    ).toEqual([]);
  });
});

test('the devices behind each gateway', () => {
  const alone = appDevice({ serial: 'E2', node: 1 });
  const behind = devicesByGateway([record(here), record(there), record(alone)]);
  expect(Object.fromEntries(behind)).toEqual({
    G00033: [there, alone],
    G00034: [there],
    MS0123456789: [there],
  });
});
