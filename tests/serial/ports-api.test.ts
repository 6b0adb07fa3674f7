/** Serial ports of the built service, added, tested and removed over its API, on a real pseudo terminal. */
import { expect, test } from 'vitest';
import type { SerialPortTest, SerialPortViews } from '../../service/contract/index.ts';
import { request } from '../support/raw-http.ts';
import { plug, serve } from '../support/rig.ts';
import { reads } from '../support/serial/reads.ts';
import { until } from '../support/until.ts';

const PORTS = '/app/v1/serial-ports';

test('a port is tested, added, read and removed, and no other file is opened', async () => {
  const instrument = await plug();
  const { path } = instrument.options;
  const service = await serve([]);
  const send = (method: string, target: string, body?: object) =>
    request(service.port, {
      method,
      path: target,
      headers: [['Content-Type', 'application/json']],
      ...(body && { body: JSON.stringify(body) }),
    });
  const tried = async (): Promise<SerialPortTest> =>
    (await send('POST', `${PORTS}/test`, { path })).json<SerialPortTest>();

  expect(await tried()).toEqual({ ok: true, text: `VCP-PTH450-CAL E24638 responds on ${path}.`, remedy: '' });
  expect(await reads(service).devices()).toEqual({});
  for (const file of ['/etc/hostname', '/dev/null', '/dev']) {
    for (const target of [PORTS, `${PORTS}/test`]) {
      const refused = await send('POST', target, { path: file });
      const reason = expect.stringContaining(`path: must be a serial port of this computer, got ${file}`);
      expect([refused.status, refused.text]).toEqual([400, reason]);
    }
  }

  const added = await send('POST', PORTS, { path });
  expect([added.status, added.json()]).toEqual([201, expect.objectContaining({ path, origin: 'added' })]);
  await reads(service).temperature('E24638', 24.87);
  const { ports } = (await request(service.port, { path: PORTS })).json<SerialPortViews>();
  expect(ports).toEqual([{ path, origin: 'added', state: 'attached', device: 'E24638', problem: null }]);
  expect(await tried()).toEqual({ ok: true, text: `Device E24638 is connected on ${path}.`, remedy: '' });
  expect((await send('POST', PORTS, { path })).status).toBe(409);

  expect((await send('DELETE', `${PORTS}/${encodeURIComponent(path)}`)).status).toBe(200);
  await until('the device to disconnect', async () => Object.keys(await reads(service).devices()).length === 0);
  expect((await request(service.port, { path: PORTS })).json()).toEqual({ ports: [] });

  await instrument.stop();
  expect(await tried()).toMatchObject({ ok: false, text: `Serial port ${path} does not exist.` });
});
