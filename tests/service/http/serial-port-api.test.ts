/** The app API of serial ports. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MensuraError } from '../../../service/support/errors.ts';
import { ask, messageOf, post, write } from './support/ask.ts';
import { type Host, startHost } from './support/host.ts';

const PORTS = '/app/v1/serial-ports';
const PATH = '/dev/ttyUSB0';
const BODY = JSON.stringify({ path: PATH });
const LISTED = 'https://tools.example:8443';

let host: Host;

beforeEach(async () => {
  host = await startHost({ allowedOrigins: () => new Set([LISTED]) });
});
afterEach(() => host.stop());

describe('serial ports', () => {
  test('are added, listed and removed by their percent-encoded path', async () => {
    const added = await post(host.port, PORTS, BODY);
    expect([added.status, added.headers.location]).toEqual([201, `${PORTS}/%2Fdev%2FttyUSB0`]);
    expect((await ask(host.port, PORTS)).json()).toEqual({ ports: [added.json()] });
    const removed = await write(host.port, 'DELETE', added.headers.location ?? '');
    expect([removed.status, removed.text]).toEqual([200, '{}']);
    expect((await write(host.port, 'DELETE', added.headers.location ?? '')).status).toBe(404);
    expect(host.world.serialPorts.calls.slice(0, 2)).toEqual([
      ['add', PATH],
      ['remove', PATH],
    ]);
  });

  test("are tested, and the system's are listed", async () => {
    expect((await post(host.port, `${PORTS}/test`, BODY)).json()).toEqual(host.world.serialPorts.outcome);
    host.world.serialPorts.systemPorts = [{ path: PATH, manufacturer: 'FTDI', usb: true }];
    expect((await ask(host.port, `${PORTS}/listed`)).json()).toEqual({ ports: host.world.serialPorts.systemPorts });
  });

  test.each(['{}', '{"path":""}', '{"path":7}', `{"path":"/${'x'.repeat(1024)}"}`, '{"path":"/dev/a","open":true}'])(
    'refuse the body %s',
    async (body) => {
      for (const path of [PORTS, `${PORTS}/test`]) expect((await post(host.port, path, body)).status).toBe(400);
      expect(host.world.serialPorts.calls).toEqual([]);
    },
  );

  test('are refused with the reason', async () => {
    host.world.serialPorts.failure = new MensuraError('too-many', 'Another serial port is being tested.');
    const answer = await post(host.port, `${PORTS}/test`, BODY);
    expect([answer.status, messageOf(answer)]).toEqual([503, 'Another serial port is being tested.']);
  });

  test('are not used by pages of allowed origins', async () => {
    const headers = { Origin: LISTED };
    const answers = [
      await ask(host.port, PORTS, { headers }),
      await ask(host.port, `${PORTS}/listed`, { headers }),
      await post(host.port, PORTS, BODY, headers),
      await post(host.port, `${PORTS}/test`, BODY, headers),
      await write(host.port, 'DELETE', `${PORTS}/%2Fdev%2FttyUSB0`, undefined, headers),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(host.world.serialPorts.calls).toEqual([]);
  });
});
