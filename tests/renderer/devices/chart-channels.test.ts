import { expect, test } from 'vitest';
import { channelsOf } from '../../../renderer/data/devices/channels.ts';
import { SERIES_COLORS } from '../../../renderer/features/charts/drawing/palette.ts';
import { chartChannels } from '../../../renderer/features/devices/chart-channels.ts';
import type { ChannelDefinition } from '../../../service/contract/index.ts';

const DEVICE = { family: 'usb', serial: 'E1', simulated: false } as const;

function channel(label: string, unit: string): ChannelDefinition {
  return { label, unit, description: label, type: 'Temperature', details: { virtual: false } };
}

test('a quantity has the same color in every product', () => {
  const alone = chartChannels(DEVICE, [channel('temperature', '°C')]);
  const among = chartChannels(DEVICE, [channel('atmospheric_pressure', 'kPa'), channel('temperature', '°C')]);
  expect(among[1]?.color).toBe(alone[0]?.color);
});

test('channels of one unit differ by color and by dash', () => {
  const labels = ['temperature', 'temperature_2', 'dew_point', 'humidex', 'heat_index', 'cold_junction_temperature'];
  const channels = chartChannels(
    DEVICE,
    labels.map((label) => channel(label, '°C')),
  );
  expect(new Set(channels.map(({ color }) => color)).size).toBe(6);
  expect(new Set(channels.map(({ dash }) => dash.join())).size).toBe(6);
});

test('more channels than colors all have a color', () => {
  const channels = chartChannels(
    DEVICE,
    Array.from({ length: 13 }, (_, index) => channel(`raw_${index}`, 'raw')),
  );
  expect(channels.every(({ color }) => color >= 0 && color < SERIES_COLORS)).toBe(true);
  expect(new Set(channels.map(({ color, dash }) => `${color} ${dash.join()}`)).size).toBe(13);
});

test('channels have the order of the product, not of the JSON members', () => {
  const product = { channels: { altitude: channel('altitude', 'mm'), temperature: channel('temperature', '°C') } };
  const shown = channelsOf({ device: { channel_list: ['temperature', 'unknown', 'altitude'] }, product });
  expect(shown.map(({ label }) => label)).toEqual(['temperature', 'altitude']);
});
