/** Ports that go, come back, move, are held by another program, or are not there yet. */
import { beforeAll, describe, expect, test } from 'vitest';
import { atEnd } from '../support/at-end.ts';
import { openEvents } from '../support/events.ts';
import { plug, serve } from '../support/rig.ts';
import { freshPortPath } from '../support/serial/folder.ts';
import { openHost } from '../support/serial/host.ts';
import { measures, type Reads, reads } from '../support/serial/reads.ts';
import type { AppForm } from '../support/shapes.ts';
import { until } from '../support/until.ts';

/** Waits for a problem that speaks of all these. */
function problem(api: Reads, ...words: string[]): Promise<AppForm['problems'][number]> {
  return until(`a problem naming ${words.join(' and ')}`, async () => {
    const { problems } = await api.app();
    return problems.find((item) => words.every((word) => JSON.stringify(item).includes(word)));
  });
}

const OTHER_VALUES = ['100000', '8', '50'];

/** Instruments of one service, for the tests that look at theirs alone. */
async function plugAll() {
  const [short, moving, replaced, failing, lasting, twin] = await Promise.all([
    plug({ serial: 'E30000' }),
    plug({ serial: 'E30001' }),
    plug({ serial: 'E30002' }),
    plug({ serial: 'E30003' }),
    plug({ serial: 'E30004', values: OTHER_VALUES }),
    plug({ serial: 'E30005' }),
  ]);
  return { short, moving, replaced, failing, lasting, twin };
}

let shared: Awaited<ReturnType<typeof plugAll>>;
let api: Reads;
const [movedPath, twinPath] = [freshPortPath(), freshPortPath()];
beforeAll(async () => {
  shared = await plugAll();
  api = reads(await serve([...Object.values(shared), movedPath, twinPath]));
});

/** The serials of the instruments on this port. */
async function serialsOn(path: string): Promise<string[]> {
  const devices = Object.entries(await api.devices());
  return devices.filter(([, { connections }]) => connections['vcp']?.['port'] === path).map(([serial]) => serial);
}

describe.concurrent('one instrument', () => {
  test('hang-up and return', async () => {
    const instrument = await plug();
    const service = await serve([instrument]);
    const own = reads(service);
    await own.temperature('E24638', 24.87);
    const client = await openEvents(service.url);
    atEnd(client.close);
    for (let round = 0; round < 2; round += 1) {
      const seen = client.seen.length;
      await instrument.stop();
      await own.gone('E24638');
      expect(await measures(own, 'E24638')).toBe(false);
      expect((await own.get('/3.7.0/devices/usb/E24638/measurement')).status).toBe(404);
      await until('removed', () => client.seen.slice(seen).some(({ what }) => what === 'device gone'));
      instrument.show(['100000', String(round), '50']);
      await instrument.start();
      await own.temperature('E24638', round);
    }
    expect((await own.get('/device-service-info')).json()['status']).toBe('ok');
  });

  test('a short hang-up is noticed too', async () => {
    const { short } = shared;
    await api.temperature('E30000', 24.87);
    await short.hangUp(50);
    short.show(['100000', '7', '50']);
    await api.temperature('E30000', 7);
  });

  test('the same instrument at another port', async () => {
    const { moving } = shared;
    await api.temperature('E30001', 24.87);
    await moving.stop();
    await api.gone('E30001');
    await plug({ serial: 'E30001', path: movedPath, values: OTHER_VALUES });
    await api.temperature('E30001', 8);
    expect((await api.devices())['E30001']?.connections['vcp']).toEqual({ port: movedPath });
  });

  test('another instrument at the same port', async () => {
    const { replaced } = shared;
    await api.temperature('E30002', 24.87);
    await replaced.stop();
    const { path } = replaced.options;
    await plug({ product: 'VCP-TMC100k', serial: 'E24640', values: ['23.512', '24.031'], path });
    await api.temperature('E24640', 23.512);
    expect(await serialsOn(path)).toEqual(['E24640']);
    expect((await api.devices())['E30002']).toBeUndefined();
  });

  test('a port that is not there yet', async () => {
    const path = freshPortPath();
    const own = reads(await serve([path]));
    expect(await own.devices()).toEqual({});
    await plug({ path });
    await own.temperature('E24638', 24.87);
  });

  test('a port that another program holds', async () => {
    const instrument = await plug();
    const host = await openHost(instrument.options.path);
    atEnd(() => host.close());
    const own = reads(await serve([instrument]));
    const held = await problem(own, instrument.options.path);
    expect(`${held.text} ${held.remedy}`).toMatch(/another program|in use|held|other program/i);
    expect(held.remedy).toMatch(/\S/);
    expect(await own.devices()).toEqual({});
    await until('the status', async () =>
      /^error: ./.test(String((await own.get('/device-service-info')).json()['status'])),
    );
    await host.close();
    await own.temperature('E24638', 24.87);
    await until('the problem to end', async () => (await own.app()).problems.length === 0);
    expect((await own.get('/device-service-info')).json()['status']).toBe('ok');
  });
});

describe.concurrent('two instruments', () => {
  test('at once, one failing leaves the other alone', async () => {
    const { failing, lasting } = shared;
    await api.temperature('E30003', 24.87);
    await api.temperature('E30004', 8);
    await failing.stop();
    await api.gone('E30003');
    lasting.show(['100000', '6', '50']);
    await api.temperature('E30004', 6);
    await failing.start();
    await api.temperature('E30003', 24.87);
  });

  test('with one serial: the second is not listed, and both ports are named', async () => {
    const { twin } = shared;
    await api.temperature('E30005', 24.87);
    await plug({ serial: 'E30005', path: twinPath, values: ['100000', '9', '50'] });
    await problem(api, twin.options.path, twinPath);
    expect((await api.devices())['E30005']?.connections['vcp']).toEqual({ port: twin.options.path });
    expect((await api.values('E30005'))?.['temperature']).toBe(24.87);
    await twin.stop();
    await api.temperature('E30005', 9);
    await until('the problem to end', async () =>
      (await api.app()).problems.every(({ text }) => !text.includes(twinPath)),
    );
  });
});
