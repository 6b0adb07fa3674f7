/** Settings that are changed while the service runs hold at once. */
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { request } from '../support/raw-http.ts';
import type { AppForm, FullForm } from '../support/shapes.ts';
import { until } from '../support/until.ts';
import { type LiveService, live } from './support/live-service.ts';

const ORIGIN = 'https://tools.example:8443';

const devices = async (service: LiveService): Promise<AppForm['devices']> =>
  (await service.get('/app/v1/devices')).json<AppForm>().devices;

const families = async (service: LiveService): Promise<string[]> =>
  (await devices(service)).map(({ family }) => family).toSorted();

test('simulated instruments come, change in number and period, and go', async () => {
  const service = await live();
  expect(await devices(service)).toEqual([]);
  // As the first minutes do it: there by the time of the answer.
  expect((await service.patch({ simulate: true })).status).toBe(200);
  expect(await families(service)).toEqual(['gateway', 'gateway', 'usb', 'usb', 'usb', 'usb', 'usb']);
  const before = new Set((await devices(service)).map(({ serial }) => serial));
  await service.patch({ simulate_usb: 1, simulate_gateway: 1, simulate_period: 50 });
  const after = await devices(service);
  expect(await families(service)).toEqual(['gateway', 'usb']);
  expect(after.every(({ serial, simulated }) => simulated && before.has(serial))).toBe(true);
  await until('readings', async () => (await service.get('/app/v1/status')).json()['readings_per_second'] !== 0);
  const { devices: forms } = (await service.get('/3.7.0/devices/usb')).json<FullForm>();
  const channels = Object.values(forms).flatMap(({ channels: all }) => Object.values(all));
  expect(new Set(channels.map(({ period_ms: period }) => period))).toEqual(new Set([50]));
  await service.patch({ simulate: false });
  expect(await devices(service)).toEqual([]);
});

/** Meters of the standard atmosphere, by the formula of ISO 2533. */
const altitudeOf = (kPa: number, seaLevelPa: number): number =>
  (288.15 / 0.0065) * (1 - ((kPa * 1000) / seaLevelPa) ** ((8.31432 * 0.0065) / (9.80665 * 0.0289644)));

test('altitudes are above 101325 Pa until another pressure at sea level is set, for all or for a device', async () => {
  const service = await live([], { settings: { simulate: true, simulate_usb: 5, simulate_period: 50 } });
  const patchOwn = async (pa: number | null): Promise<void> => {
    const { status } = await request(service.port, {
      method: 'PATCH',
      path,
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify({ sea_level_pressure_pa: pa }),
    });
    expect(status).toBe(200);
  };
  /** The pressure at sea level that the newest altitude of the contract's reads is above, among these. */
  const seaLevel = async (among: readonly number[]): Promise<number | undefined> => {
    const { devices: forms } = (await service.get('/3.7.0/devices/usb')).json<FullForm>();
    const channels = forms[serial]?.channels;
    const [pressure, altitude] = [channels?.['atmospheric_pressure']?.value, channels?.['altitude']?.value];
    if (!pressure || !altitude) return undefined;
    expect(altitude.unit).toBe('mm');
    return among.find((pa) => Math.abs(altitudeOf(pressure.magnitude, pa) - altitude.magnitude / 1000) < 0.01);
  };
  await until('the devices', async () => (await devices(service)).length > 0);
  const { devices: found } = (await service.get('/3.7.0/devices/usb')).json<FullForm>();
  const serial = Object.keys(found).find((one) => found[one]?.channel_list.includes('altitude')) ?? '';
  const path = `/app/v1/devices/usb/${serial}`;
  const stated = async () => {
    const { sea_level_pressure_pa: effective, own_sea_level_pressure_pa: own } = (await service.get(path)).json();
    return { effective, own };
  };
  const all = [101_325, 99_000, 97_500];
  await until('a first altitude', async () => (await seaLevel(all)) !== undefined);
  expect(await seaLevel(all)).toBe(101_325);
  expect(await stated()).toEqual({ effective: 101_325, own: null });

  await service.patch({ sea_level_pressure_pa: 99_000 });
  expect(await stated()).toEqual({ effective: 99_000, own: null });
  await until('altitudes above the one of the settings', async () => (await seaLevel(all)) === 99_000);

  await patchOwn(97_500);
  expect(await stated()).toEqual({ effective: 97_500, own: 97_500 });
  await until('altitudes above the own one', async () => (await seaLevel(all)) === 97_500);

  await patchOwn(null);
  expect(await stated()).toEqual({ effective: 99_000, own: null });
  await until('altitudes above that of the settings again', async () => (await seaLevel(all)) === 99_000);
  for (const refused of [49_999, 120_001, '101325', true]) {
    expect((await service.patch({ sea_level_pressure_pa: refused })).status).toBe(400);
  }
});

test('a patch with nothing new leaves the instruments alone', async () => {
  const service = await live([], { settings: { simulate: true, simulate_usb: 1, simulate_gateway: 0 } });
  await until('the instrument', async () => (await devices(service)).length === 1);
  await service.patch({ simulate: true, simulate_usb: 1, history_raw_days: 30 });
  expect(service.run.err()).not.toContain('simulation stopped');
  expect(await devices(service)).toHaveLength(1);
});

test('an origin holds from the next request on, and no longer than it is listed', async () => {
  const service = await live();
  const read = async (): Promise<number> =>
    (await service.patch({ history_raw_days: 30 }, [['Origin', ORIGIN]])).status;
  expect(await read()).toBe(403);
  await service.patch({ allowed_origins: [ORIGIN] });
  expect(await read()).toBe(200);
  const more = await service.patch({ allowed_origins: [ORIGIN, 'https://evil.example'] }, [['Origin', ORIGIN]]);
  expect(more.status).toBe(403);
  expect(service.saved()['allowed_origins']).toEqual([ORIGIN]);
  await service.patch({ allowed_origins: [] });
  expect(await read()).toBe(403);
});

describe('a listed origin', () => {
  let service: LiveService;

  beforeAll(async () => {
    service = await live([], { settings: { allowed_origins: [ORIGIN], history_raw_days: 30 } });
  });

  test.each(['backup', 'log', 'diagnostics'])('may not read %s', async (what) => {
    const ask = (headers: [string, string][]) => request(service.port, { path: `/app/v1/${what}`, headers });
    expect((await ask([['Origin', ORIGIN]])).status).toBe(403);
    expect((await ask([])).status).toBe(200);
  });

  test.each(['restore', 'reset'])('may not %s', async (what) => {
    const answer = await request(service.port, {
      method: 'POST',
      path: `/app/v1/${what}`,
      headers: [
        ['Content-Type', 'application/json'],
        ['Origin', ORIGIN],
      ],
      body: '{"parts": ["settings"]}',
    });
    expect(answer.status).toBe(403);
    expect(service.saved()['history_raw_days']).toBe(30);
  });
});

test('the log level', async () => {
  const service = await live();
  const comings = (): number => service.run.err().split('registry: connected ').length - 1;
  await service.patch({ log_level: 'error', simulate: true, simulate_usb: 1, simulate_gateway: 0 });
  expect(await devices(service)).toHaveLength(1);
  expect(comings()).toBe(0);
  await service.patch({ log_level: 'info' });
  await service.patch({ simulate_gateway: 1 });
  await until('lines of both', () => comings() === 2);
});

test('discovery', async () => {
  const service = await live();
  const enabled = async (): Promise<unknown> => (await service.get('/app/v1/gateways/offers')).json()['enabled'];
  expect(await enabled()).toBe(false);
  await service.patch({ discovery: true });
  expect(await enabled()).toBe(true);
  await service.patch({ discovery: false });
  expect(await enabled()).toBe(false);
  service.run.child.kill('SIGTERM');
  expect(await service.run.exit).toBe(0);
});

test('what is simulated by a flag stays; what the flag leaves open follows the settings', async () => {
  const counted = await live(['--simulate=2']);
  await counted.patch({ simulate: false, simulate_usb: 9, simulate_period: 50 });
  expect(await families(counted)).toEqual(['usb', 'usb']);
  const open = await live(['--simulate']);
  await open.patch({ simulate: false, simulate_usb: 1, simulate_gateway: 0 });
  expect(await families(open)).toEqual(['usb']);
  const none = await live(['--no-simulate']);
  await none.patch({ simulate: true, simulate_usb: 1 });
  expect(await families(none)).toEqual([]);
});

test('facts: where things are, what is overridden, what waits for the next start', async () => {
  const service = await live(['--simulate=2', '--log-level=warn'], {
    env: { MENSURA_SIMULATE_PERIOD: '200', MENSURA_SIMULATE: '1x1' },
  });
  const facts = async (): Promise<unknown> => (await service.get('/app/v1/settings/facts')).json();
  const expected = {
    data_folder: service.folder,
    settings_file: join(service.folder, 'settings.json'),
    platform: process.platform,
    knows_other_users: process.platform === 'linux',
    overridden: {
      simulate: '--simulate',
      simulate_usb: '--simulate',
      simulate_gateway: '--simulate',
      simulate_period: 'MENSURA_SIMULATE_PERIOD',
      log_level: '--log-level',
    },
    effective: { simulate: true, simulate_usb: 2, simulate_gateway: 0, simulate_period: 200, log_level: 'warn' },
    pending: [],
  };
  expect(await facts()).toEqual(expected);
  // Saved, and without effect on this run.
  const change = { simulate: false, simulate_usb: 9, simulate_period: 50, log_level: 'debug', simulate_publish: true };
  expect((await service.patch(change)).status).toBe(200);
  expect(service.saved()).toMatchObject(change);
  expect(await families(service)).toEqual(['usb', 'usb']);
  expect(await facts()).toEqual({
    ...expected,
    effective: { ...expected.effective, simulate_publish: false },
    pending: ['simulate_publish'],
  });
  await service.patch({ simulate_publish: false });
  expect(await facts()).toEqual(expected);
  service.run.child.kill('SIGTERM');
  expect(await service.run.exit).toBe(0);
  // Its last words are said at the level "info".
  expect(service.run.err()).not.toContain(' info ');
});
