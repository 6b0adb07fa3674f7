/** Computed channels as the app API shows them, for tests that need a certain one. */
import type { AppDevice, ComputedInput, ComputedPreview } from '../../../service/contract/index.ts';
import { appDevice, type DeviceFacts } from './devices.ts';

export const MARGIN: ComputedInput = {
  name: 'Dew point margin',
  unit: 'K',
  decimals: 1,
  formula: '[usb/E1/temperature] - [usb/E1/dew_point]',
  max_age_ms: 5000,
};

/** The device with the readings of a computed channel. @param value null: none */
export function computedDevice(
  id: string,
  { name, unit }: Pick<ComputedInput, 'name' | 'unit'>,
  value: number | null,
  facts: Partial<DeviceFacts> = {},
): AppDevice {
  const device = appDevice({
    serial: id,
    name: 'Computed channel',
    alias: name,
    hasVcp: false,
    firmware: [0, 0],
    channels: { value: { unit, description: name, value, virtual: true } },
    ...facts,
  });
  return {
    ...device,
    family: 'computed',
    protocol: null,
    device: { ...device.device, config: { protocol: {} }, connections: { usb: null, vcp: null } },
  };
}

/** @param minutes of results, one each 10 s, up to now */
export function previewOf(preview: Partial<ComputedPreview>, minutes = 0): ComputedPreview {
  const count = minutes * 6;
  const end = Date.now();
  return {
    error: null,
    formula: '',
    inputs: [],
    magnitude: null,
    reason: '',
    has_integral: false,
    at: Array.from({ length: count }, (_, index) => end - (count - 1 - index) * 10_000),
    magnitudes: Array.from({ length: count }, (_, index) => 8 + Math.sin(index / 40)),
    ...preview,
  };
}
