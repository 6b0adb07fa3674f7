/** Ports that go, come back, move, are held by another program, or are not there yet. */
import { describe, expect, test } from 'vitest';
import { openEvents } from '../support/events.ts';
import { atEnd, plug, serve } from '../support/rig.ts';
import { freshPortPath } from '../support/serial/folder.ts';
import { openHost } from '../support/serial/host.ts';
import { measures, type Reads, reads } from '../support/serial/reads.ts';
import type { AppForm } from '../support/shapes.ts';
import { until } from '../support/until.ts';

/** Waits for a trouble that speaks of all these. */
function trouble(api: Reads, ...words: string[]): Promise<AppForm['troubles'][number]> {
  return until(`a trouble naming ${words.join(' and ')}`, async () => {
    const { troubles } = await api.app();
    return troubles.find((item) => words.every((word) => JSON.stringify(item).includes(word)));
  });
}

describe('one instrument', () => {
  test('hang-up and return', async () => {
    const instrument = await plug();
    const service = await serve([instrument]);
    const api = reads(service);
    await api.temperature('E24638', 24.87);
    const client = await openEvents(service.url);
    atEnd(client.close);
    for (let round = 0; round < 2; round += 1) {
      const seen = client.seen.length;
      await instrument.stop();
      await api.gone('E24638');
      expect(await measures(api, 'E24638')).toBe(false);
      expect((await api.get('/3.7.0/devices/usb/E24638/measurement')).status).toBe(404);
      await until('removed', () => client.seen.slice(seen).some(({ event }) => event === 'removed'));
      instrument.show(['100000', String(round), '50']);
      await instrument.start();
      await api.temperature('E24638', round);
    }
    expect((await api.get('/device-service-info')).json()['status']).toBe('ok');
  });

  test('a short hang-up is noticed too', async () => {
    const instrument = await plug({ resetMs: 50 });
    const api = reads(await serve([instrument]));
    await api.temperature('E24638', 24.87);
    await instrument.hangUp(50);
    instrument.show(['100000', '7', '50']);
    await api.temperature('E24638', 7);
  });

  test('the same instrument at another port', async () => {
    const path = freshPortPath();
    const first = await plug();
    const api = reads(await serve([first, path]));
    await api.temperature('E24638', 24.87);
    await first.stop();
    await api.gone('E24638');
    const second = await plug({ path, values: ['100000', '8', '50'] });
    await api.temperature('E24638', 8);
    expect((await api.devices())['E24638']?.connections['vcp']).toEqual({ port: second.options.path });
  });

  test('another instrument at the same port', async () => {
    const first = await plug();
    const api = reads(await serve([first]));
    await api.temperature('E24638', 24.87);
    await first.stop();
    await plug({ product: 'VCP-TMC100k', serial: 'E24640', values: ['23.512', '24.031'], path: first.options.path });
    await api.temperature('E24640', 23.512);
    expect(Object.keys(await api.devices())).toEqual(['E24640']);
  });

  test('a port that is not there yet', async () => {
    const path = freshPortPath();
    const api = reads(await serve([path]));
    expect(await api.devices()).toEqual({});
    await plug({ path });
    await api.temperature('E24638', 24.87);
  });

  test('a port that another program holds', async () => {
    const instrument = await plug();
    const host = await openHost(instrument.options.path);
    atEnd(() => host.close());
    const api = reads(await serve([instrument]));
    const held = await trouble(api, instrument.options.path);
    expect(`${held.text} ${held.remedy}`).toMatch(/another program|in use|held|other program/i);
    expect(held.remedy).toMatch(/\S/);
    expect(await api.devices()).toEqual({});
    await until('the status', async () =>
      /^error: ./.test(String((await api.get('/device-service-info')).json()['status'])),
    );
    await host.close();
    await api.temperature('E24638', 24.87);
    await until('the trouble to end', async () => (await api.app()).troubles.length === 0);
    expect((await api.get('/device-service-info')).json()['status']).toBe('ok');
  });
});

describe('two instruments', () => {
  test('at once, one failing leaves the other alone', async () => {
    const [one, two] = [
      await plug({ serial: 'E30001' }),
      await plug({ serial: 'E30002', values: ['100000', '5', '50'] }),
    ];
    const api = reads(await serve([one, two]));
    await api.temperature('E30001', 24.87);
    await api.temperature('E30002', 5);
    await one.stop();
    await api.gone('E30001');
    two.show(['100000', '6', '50']);
    await api.temperature('E30002', 6);
    await one.start();
    await api.temperature('E30001', 24.87);
  });

  test('with one serial: the second is not listed, and both ports are named', async () => {
    const first = await plug({ serial: 'E30003' });
    const path = freshPortPath();
    const api = reads(await serve([first, path]));
    await api.temperature('E30003', 24.87);
    const second = await plug({ serial: 'E30003', path, values: ['100000', '9', '50'] });
    await trouble(api, first.options.path, second.options.path);
    expect((await api.devices())['E30003']?.connections['vcp']).toEqual({ port: first.options.path });
    expect((await api.values('E30003'))?.['temperature']).toBe(24.87);
    await first.stop();
    await api.temperature('E30003', 9);
    await until('the trouble to end', async () => (await api.app()).troubles.every(({ text }) => !text.includes(path)));
  });
});
