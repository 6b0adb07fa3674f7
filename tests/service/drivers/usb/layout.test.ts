import { describe, expect, test } from 'vitest';
import { CATALOGUE, type CatalogueEntry } from '../../../../service/devices/catalogue.ts';
import { chipChannels } from '../../../../service/drivers/protocol/chip-channels.ts';
import { conversionOf } from '../../../../service/drivers/protocol/chips/index.ts';
import { titleOfChip } from '../../../../service/drivers/protocol/chips.ts';
import { createLayout } from '../../../../service/drivers/protocol/serial-layout.ts';
import { createUsbLayout } from '../../../../service/drivers/usb/layout.ts';

const MANUFACTURER = 'Dracal technologies inc.';

/** The layout of an instrument with these chips. */
function usbLayout(product: string, chips: number[], manufacturer = MANUFACTURER) {
  return createUsbLayout({ product, manufacturer, chips });
}

const real = ({ channels }: CatalogueEntry) => channels.filter(({ virtual }) => !virtual);
/** A product with the first chip of each of its channels. */
const chipsOf = (entry: CatalogueEntry): number[] => real(entry).map(({ chips }) => Number(chips[0]));
const products = CATALOGUE.map((entry) => [entry.name, entry] as const);

describe('labels', () => {
  test.each([
    [
      [0x13, 0x14],
      ['MLX90614 Ambient temperature', 'MLX90614 Object temperature'],
    ],
    [
      [0x30, 0x31],
      ['Bus voltage', 'Shunt voltage'],
    ],
    [
      [0x37, ...Array<number>(8).fill(0x38)],
      [
        'Thermocouple cold junction temperature',
        ...Array.from({ length: 8 }, (_, n) => `Type-K Thermocouple ${n + 1}`),
      ],
    ],
    [[0xff, 0x7b], ['Unknown chip 0x7B']],
  ])('of chips %j are their long names', (chips, labels) => {
    const layout = usbLayout('USB-NEW', chips);
    expect(layout.channels.map(({ label }) => layout.labels[label])).toEqual(labels);
  });
});

describe('a product of the catalogue', () => {
  test.each(products)('%s has its channels in USB mode', (name, entry) => {
    const { product, vendor, channels } = usbLayout(name, chipsOf(entry));
    expect(Object.keys(product.channels)).toEqual(entry.channels.map(({ label }) => label));
    expect(product.info).toMatchObject({ name, vendor: MANUFACTURER });
    expect(vendor).toBe(MANUFACTURER);
    expect(channels.map(({ label }) => label)).toEqual(real(entry).map(({ label }) => label));
  });

  test.each(products)('%s is found whatever the order of its chips, with unused channels between', (name, entry) => {
    const chips = [0xff, ...chipsOf(entry).toReversed(), 0xff];
    const { product, channels } = usbLayout(name, chips);
    expect(product).toEqual(usbLayout(name, chipsOf(entry)).product);
    const labels = real(entry).map(({ label }) => label);
    expect(channels.map(({ label }) => label)).toEqual(labels.toReversed());
    expect(channels.map(({ number }) => number)).toEqual(labels.map((_, place) => place + 1));
  });

  test.each(products)('%s has the units that the formulas of its chips give', (_name, entry) => {
    for (const { unit, chips } of real(entry)) {
      for (const id of chips) {
        expect(chipChannels([Number(id)]).channels[0]?.unit).toBe(unit);
        expect(conversionOf(Number(id))).toBeDefined();
      }
    }
  });

  const speakers = products.filter(([, entry]) => real(entry).every(({ column }) => column !== undefined));
  const columnsOf = (entry: CatalogueEntry) =>
    real(entry).map(({ column, chips }) => ({
      title: column?.title ?? titleOfChip(Number(chips[0])),
      unit: column?.unit ?? '',
    }));

  test.each(speakers)('%s is the same product over its serial port', (name, entry) => {
    const overPort = createLayout({ product: name, manufacturer: MANUFACTURER, columns: columnsOf(entry) });
    const overUsb = usbLayout(name, chipsOf(entry));
    expect(overUsb.product).toEqual(overPort.product);
    expect(overUsb.vendor).toBe(overPort.vendor);
  });

  test.each(speakers)('%s under another name is the same over its serial port, too', (name, entry) => {
    const overPort = createLayout({ product: `${name}-X`, manufacturer: MANUFACTURER, columns: columnsOf(entry) });
    expect(usbLayout(`${name}-X`, chipsOf(entry)).product).toEqual(overPort.product);
  });

  test.each([
    ['fewer chips', [0x15, 0x20]],
    ['more chips', [0x15, 0x20, 0x19, 0x16]],
    ['another chip', [0x15, 0x20, 0x1a]],
    ['a chip that nobody knows', [0x15, 0x20, 0xc7]],
    ['one chip twice', [0x15, 0x20, 0x20]],
  ])('with %s is another product of that name', (_name, chips) => {
    const { product, channels } = usbLayout('VCP-PTH450-CAL', chips);
    expect(channels).toHaveLength(chips.length);
    const known = usbLayout('VCP-PTH450-CAL', [0x15, 0x20, 0x19]).product;
    expect(Object.keys(product.channels)).not.toEqual(Object.keys(known.channels));
    expect(product.info.name).toBe('VCP-PTH450-CAL');
  });
});

test('a barometer has the calibration blocks of its place among the chips', () => {
  const { channels } = usbLayout('USB-NEW', [0x20, 0x15, 0x16]);
  expect(channels.map(({ calibrationBlocks }) => calibrationBlocks)).toEqual([[], [1, 2], [1, 2]]);
});

describe('an instrument that the catalogue does not know', () => {
  test.each([
    ['raphnet.net', 'USB-NEW', 'raphnet.net'],
    ['', 'USB-NEW', MANUFACTURER],
    ['', 'Thing', 'unknown'],
  ])('by "%s" called %s has the vendor %s', (manufacturer, name, vendor) => {
    const layout = usbLayout(name, [0x20], manufacturer);
    expect(layout.vendor).toBe(vendor);
    expect(layout.product.info.vendor).toBe(vendor);
  });

  test('has a channel for each chip; none for unused ones', () => {
    const { channels, product } = usbLayout('USB-NEW', [0x20, 0xff, 0xc7, 0x20]);
    expect(channels.map(({ number, label }) => [number, label])).toEqual([
      [0, 'temperature'],
      [2, 'raw_1'],
      [3, 'temperature_2'],
    ]);
    expect(Object.keys(product.channels)).toEqual(['temperature', 'raw_1', 'temperature_2']);
  });

  test('reads a raw channel as a number, and no more of it than is exact', () => {
    const [raw] = usbLayout('USB-NEW', [0xc7]).channels;
    expect(raw?.read(Uint8Array.of(1, 2), [])).toBe(258);
    expect(raw?.read(new Uint8Array(9), [])).toHaveProperty('reason');
  });
});
