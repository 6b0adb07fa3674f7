/** Instruments in USB mode come, are shown as they are, and go. */
import assert from 'node:assert/strict';
import type { VirtualProduct } from '../../emulator/usb/control.ts';
import { assertConnected, assertShown, labelsOf } from '../guest/golden-values.ts';
import { kernelDevices } from '../guest/instruments.ts';
import { openStage, type Stage } from '../guest/stage.ts';
import { until } from '../guest/until.ts';
import { scenario } from '../support/scenario.ts';

const ms = (time: number): string => `${Math.round(time)} ms`;

function comesAndGoes(product: VirtualProduct, serial: string) {
  return async (stage: Stage): Promise<string> => {
    const shownAfter = await stage.plug(product, serial);
    const shown = await stage.measuring(serial, labelsOf(product));
    assertShown(shown, product, serial);
    const [kernel] = await kernelDevices(serial);
    assert.ok(kernel);
    assertConnected(shown, product, kernel);
    assert.equal(shown.device.connections['vcp'], null);
    assert.equal(shown.protocol, 'usb');
    await stage.instruments.unplug(serial);
    const begin = performance.now();
    await stage.api.gone(serial);
    return `listed ${ms(shownAfter)} after the kernel had it, gone ${ms(performance.now() - begin)} after it was unplugged`;
  };
}

export const usbMode = scenario('instruments in USB mode', () => openStage(), {
  'a computer with USB and nothing plugged in is fine': async (stage) => {
    assert.equal(await stage.status(), 'ok');
    assert.doesNotMatch(stage.service.output(), /USB (?:mode )?(?:is )?not available/);
  },
  'VCP-PTH450-CAL comes, is read, and goes': comesAndGoes('pth450', 'E10001'),
  'VCP-RTD300-CAL comes, is read, and goes': comesAndGoes('rtd300', 'E10002'),
  'VCP-TMC100k comes, is read, and goes': comesAndGoes('tmc100', 'E10003'),
  'VCP-BAR20-CAL comes, is read, and goes': comesAndGoes('bar20', 'E10004'),
  'USB-DXC200 comes, is read, and goes': comesAndGoes('dxc200', 'E10005'),
  'a product with an unknown chip shows it as a raw channel, and hides what is unused': async (stage) => {
    await stage.plug('unknown-chip', 'E10006');
    const { device, product } = await stage.measuring('E10006', ['temperature', 'raw_1']);
    assert.deepEqual(Object.keys(product.channels).toSorted(), ['raw_1', 'temperature']);
    const temperature = device.channels['temperature']?.value?.magnitude ?? 0;
    assert.ok(Math.abs(temperature + 10) < 0.001, `temperature is ${temperature}, not -10`);
    assert.equal(device.info['product'], 'USB-NEW900');
    await stage.instruments.unplug('E10006');
    await stage.api.gone('E10006');
  },
  'two equal instruments are told apart by serial': async (stage) => {
    await stage.instruments.plug({ product: 'rtd300', serial: 'E20001' });
    await stage.instruments.plug({ product: 'rtd300', serial: 'E20002' });
    const [one, other] = [
      await stage.measuring('E20001', ['temperature']),
      await stage.measuring('E20002', ['temperature']),
    ];
    assert.notDeepEqual(one.device.connections, other.device.connections);
    await stage.instruments.unplug('E20001');
    await stage.api.gone('E20001');
    assert.ok('E20002' in (await stage.api.devices()));
    await stage.instruments.unplug('E20002');
    await stage.api.gone('E20002');
  },
  'a corrected channel is corrected in the contract, also after a replug, until its correction is removed': async (
    stage,
  ) => {
    const serial = 'E20004';
    // The golden value of rtd300, and what a reference shows.
    const [measured, reference] = [25.68649, 25];
    const correct = async (method: 'PUT' | 'DELETE', body: object): Promise<void> => {
      const path = `/app/v1/devices/usb/${serial}/channels/temperature/correction`;
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(stage.service.url + path, { method, headers, body: JSON.stringify(body) });
      assert.equal(answer.status, 200, await answer.text());
    };
    const shows = (wanted: number) =>
      until(`${wanted} °C`, async () => {
        const value = (await stage.api.devices())[serial]?.channels['temperature']?.value?.magnitude;
        return value !== undefined && Math.abs(value - wanted) < 0.001;
      });
    await stage.plug('rtd300', serial);
    await shows(measured);
    await correct('PUT', { unit: '°C', points: [{ measured, reference }] });
    await shows(reference);
    const { device } = await stage.measuring(serial, ['temperature', 'temperature_uncorrected']);
    const before = device.channels['temperature_uncorrected']?.value?.magnitude ?? 0;
    assert.ok(Math.abs(before - measured) < 0.001, `the uncorrected value is ${before}, not ${measured}`);
    assert.deepEqual(Object.keys((await stage.api.devices())[serial]?.channels ?? {}), ['temperature']);
    await stage.instruments.unplug(serial);
    await stage.api.gone(serial);
    await stage.plug('rtd300', serial);
    await shows(reference);
    await correct('DELETE', {});
    await shows(measured);
    await stage.instruments.unplug(serial);
    await stage.api.gone(serial);
  },
  'of two with one serial number one is listed, and a problem names the other': async (stage) => {
    await stage.instruments.plug({ product: 'rtd300', serial: 'E20003', id: 'first' });
    await stage.measuring('E20003', ['temperature']);
    await stage.instruments.plug({ product: 'tmc100', serial: 'E20003', id: 'second' });
    const problem = await until('a problem', async () => (await stage.problems())[0]);
    assert.equal(problem.code, 'duplicate-serial');
    const listed = (await stage.api.devices())['E20003'];
    assert.equal(listed?.info['product'], 'VCP-RTD300-CAL');
    await stage.instruments.unplug('first');
    await until('the other to take its place', async () => {
      const device = (await stage.api.devices())['E20003'];
      return device?.info['product'] === 'VCP-TMC100k' && (await stage.problems()).length === 0;
    });
    await stage.instruments.unplug('second');
    await stage.api.gone('E20003');
  },
  'what is no instrument is never asked anything': async (stage) => {
    await stage.instruments.plug({ product: 'rtd300', serial: 'G30001', productId: 0x0061 });
    await stage.instruments.plug({ product: 'rtd300', serial: 'G30002', vendorId: 0x16c0 });
    // What is plugged in after them is looked at after them.
    await stage.plug('rtd300', 'E30003');
    assert.deepEqual(Object.keys(await stage.api.devices()), ['E30003']);
    for (const id of ['G30001', 'G30002']) {
      assert.deepEqual(await stage.instruments.asked(id), []);
      await stage.instruments.unplug(id);
    }
    await stage.instruments.unplug('E30003');
    await stage.api.gone('E30003');
  },
  'and in the end all is as before': async (stage) => {
    assert.deepEqual(await stage.api.devices(), {});
    assert.deepEqual(await stage.problems(), []);
    assert.equal(await stage.status(), 'ok');
  },
});
