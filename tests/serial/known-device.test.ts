/** An instrument that is unplugged stays known, also over a restart of the service. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type AppDevice, appDevicesSchema } from '../../service/contract/index.ts';
import { atEnd } from '../support/at-end.ts';
import { request } from '../support/raw-http.ts';
import { plug, serve } from '../support/rig.ts';
import { reads } from '../support/serial/reads.ts';
import type { RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';

async function known(service: RunningService): Promise<AppDevice[]> {
  const answer = await request(service.port, { path: '/app/v1/devices?known=true' });
  return appDevicesSchema.parse(answer.json()).devices;
}

function disconnected(service: RunningService): Promise<AppDevice> {
  return until('a disconnected E24638', async () => {
    const [device, ...others] = await known(service);
    return others.length === 0 && device?.connected === false ? device : undefined;
  });
}

test('an unplugged instrument stays with its last values, connects again as the same device, and can be forgotten', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mensura-known-'));
  atEnd(() => rm(dataDir, { recursive: true, force: true }));
  const instrument = await plug();
  const first = await serve([instrument], { dataDir });
  await reads(first).temperature('E24638', 24.87);

  await instrument.stop();
  const gone = await disconnected(first);
  expect(gone).toMatchObject({ serial: 'E24638', family: 'usb', state: 'disconnected' });
  expect(gone.disconnect_reason).not.toBe('');
  expect(gone.device.channels['temperature']?.value?.magnitude).toBe(24.87);
  expect(await reads(first).devices()).toEqual({});
  await first.stop();

  const second = await serve([instrument], { dataDir });
  const [remembered] = await known(second);
  expect(remembered).toEqual(gone);

  instrument.show(['100000', '7', '50']);
  await instrument.start();
  await reads(second).temperature('E24638', 7);
  expect((await known(second)).map(({ serial, connected }) => [serial, connected])).toEqual([['E24638', true]]);
  // Stopped while it is connected: it was last seen then.
  await second.stop();
  await instrument.stop();

  const third = await serve([instrument], { dataDir });
  const last = await disconnected(third);
  expect(last.device.channels['temperature']?.value?.magnitude).toBe(7);
  expect(last.disconnect_reason).toBe('');
  const forgotten = await request(third.port, {
    method: 'DELETE',
    path: '/app/v1/devices/usb/E24638',
    headers: [['Content-Type', 'application/json']],
  });
  expect(forgotten.status).toBe(200);
  expect(await known(third)).toEqual([]);
  await third.stop();

  const fourth = await serve([instrument], { dataDir });
  expect(await known(fourth)).toEqual([]);
});
