/** Whatever happened, what is kept is what would be made afresh. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ContractFamily, DeviceCollection, Product } from '../../../service/contract/index.ts';
import { createProduct, VENDOR } from '../../../service/devices/catalogue.ts';
import { channelOf, type QuantityName } from '../../../service/devices/quantities.ts';
import type { Registry } from '../../../service/devices/registry.ts';
import type { DeviceDescription } from '../../../service/devices/types.ts';
import { deviceView, measurementView } from '../../../service/devices/views.ts';
import { ReadCache } from '../../../service/http/device-reads/read-cache.ts';
import { READ_ROUTES, ReadRouter } from '../../../service/http/device-reads/read-router.ts';
import { canonicalJson } from '../../../service/support/canonical-json.ts';
import { createBench, describePth, type RegistryBench } from '../devices/support.ts';

const FAMILIES: readonly ContractFamily[] = ['usb', 'gateway'];
const SERIALS = ['E1', '12', '9'] as const;

function fullAfresh(registry: Registry, family: ContractFamily, pretty: boolean): string {
  const devices = registry.list(family);
  const products: Record<string, Product> = {};
  for (const { product } of devices.map(({ description }) => description)) {
    const { channels } = products[product.model] ?? { channels: {} };
    products[product.model] = { ...product, channels: { ...product.channels, ...channels } };
  }
  const full = {
    devices: Object.fromEntries(devices.map((device) => [device.description.serial, deviceView(device)])),
    products,
  };
  return canonicalJson(full, pretty);
}

function compactAfresh(registry: Registry, family: ContractFamily, pretty: boolean): string {
  const entries = registry.list(family).map(measurementView);
  return canonicalJson(
    entries.filter((entry) => entry !== undefined),
    pretty,
  );
}

type Step = (bench: RegistryBench, family: ContractFamily, serial: string) => void;

/** An instrument of this model, with these channels. */
function describeOther(
  family: ContractFamily,
  serial: string,
  name: string,
  labels: QuantityName[],
): DeviceDescription {
  const product = createProduct(
    name,
    VENDOR,
    labels.map((label) => channelOf(label)),
  );
  return describePth(serial, { family, product });
}

const magnitude = fc.option(fc.double({ noDefaultInfinity: true, noNaN: true }));

/** Everything that can happen to a registry. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom(1000, 250).map<Step>((periodMs) => ({ driver }, family, serial) => {
    driver.events.emit('attached', describePth(serial, { family, periodMs }));
  }),
  fc
    .tuple(
      fc.constantFrom('VCP-PTH450-CAL', 'USB-CO2'),
      fc.subarray<QuantityName>(['temperature', 'relative_humidity', 'co2', 'pressure'], { minLength: 1 }),
    )
    .map<Step>(([name, labels]) => ({ driver }, family, serial) => {
      driver.events.emit('attached', describeOther(family, serial, name, labels));
    }),
  fc.tuple(magnitude, magnitude).map<Step>(([temperature, humidity]) => ({ driver, clock }, family, serial) => {
    const samples = [
      { channel: 'temperature', magnitude: temperature },
      { channel: 'relative_humidity', magnitude: humidity },
    ];
    driver.events.emit('readings', { family, serial, at: clock.now(), samples });
  }),
  fc.constant<Step>(({ driver }, family, serial) => {
    driver.events.emit('detached', { family, serial, reason: 'unplugged' });
  }),
  fc.constant<Step>(({ driver }, family, serial) => driver.events.emit('rejected', { family, serial })),
  fc.constantFrom(100, 5000).map<Step>(
    (ms) =>
      ({ clock }) =>
        clock.advance(ms),
  ),
);

const steps = fc.array(fc.tuple(step, fc.constantFrom(...FAMILIES), fc.constantFrom(...SERIALS)), { maxLength: 40 });

describe('cached reads', () => {
  test('match uncached responses after any sequence of events', () => {
    fc.assert(
      fc.property(steps, (happening) => {
        const bench = createBench();
        const reads = new ReadCache(bench.registry);
        const kept = FAMILIES.flatMap((family) =>
          [true, false].map((pretty) => ({
            full: reads.collection(family, pretty),
            compact: reads.measurements(family, pretty),
            family,
            pretty,
          })),
        );
        for (const [act, family, serial] of happening) {
          act(bench, family, serial);
          for (const answer of kept) {
            const { registry } = bench;
            expect(answer.full().body.toString()).toBe(fullAfresh(registry, answer.family, answer.pretty));
            expect(answer.compact().body.toString()).toBe(compactAfresh(registry, answer.family, answer.pretty));
          }
        }
      }),
    );
  });

  test('have the channels of all devices of a model in its product, as the first by serial number has them', () => {
    const bench = createBench();
    const live = new ReadCache(bench.registry).collection('usb', false);
    const vcp = describeOther('usb', 'E2', 'VCP-DXC100', ['co2', 'temperature', 'atmospheric_pressure']);
    const usb = describeOther('usb', 'E1', 'VCP-DXC100', ['co2', 'temperature', 'relative_humidity']);
    const { co2 } = usb.product.channels;
    if (!co2) throw new Error('The product has no co2.');
    const percent = { ...usb.product, channels: { ...usb.product.channels, co2: { ...co2, unit: '%' } } };
    const channels = (): Record<string, { unit: string }> =>
      (JSON.parse(live().body.toString()) as Pick<DeviceCollection, 'products'>).products['VCP-DXC100/v1']?.channels ??
      {};
    bench.driver.events.emit('attached', vcp);
    expect(Object.keys(channels())).toEqual(['atmospheric_pressure', 'co2', 'temperature']);
    bench.driver.events.emit('attached', { ...usb, product: percent });
    expect(Object.keys(channels())).toEqual(['atmospheric_pressure', 'co2', 'relative_humidity', 'temperature']);
    expect(channels()['co2']?.unit).toBe('%');
    bench.driver.events.emit('detached', { family: 'usb', serial: 'E1', reason: 'unplugged' });
    expect(Object.keys(channels())).toEqual(['atmospheric_pressure', 'co2', 'temperature']);
    expect(channels()['co2']?.unit).toBe('ppm');
  });

  test('return the same object until a device of the family changes', () => {
    const bench = createBench();
    const usb = new ReadCache(bench.registry).collection('usb', false);
    bench.driver.events.emit('attached', describePth('E1'));
    const before = usb();
    bench.driver.events.emit('attached', describePth('G1', { family: 'gateway' }));
    expect(usb()).toBe(before);
    bench.driver.events.emit('readings', { family: 'usb', serial: 'E1', at: 0, samples: [] });
    expect(usb()).not.toBe(before);
  });
});

describe('the read router', () => {
  test('does not cache requests with a varying query', () => {
    const bench = createBench();
    bench.driver.events.emit('attached', describePth('E1'));
    const router = new ReadRouter(new ReadCache(bench.registry));
    const response = { writeHead: () => response, end: () => response } as unknown as ServerResponse;
    const isKnown = (url: string): boolean =>
      router.respondIfKnown({ method: 'GET', url } as IncomingMessage, response);
    const [route] = READ_ROUTES;
    if (!route) throw new Error('no route');
    const known = ['', '?pretty=true', '?_=1700000000'].map((query) => `/3.7.0/devices/usb${query}`);
    for (const url of known) router.respond(url, route, '3.7.0', '', response);
    expect(known.map(isKnown)).toEqual([true, true, false]);
  });
});
