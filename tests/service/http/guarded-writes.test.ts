/** What pages of other sites can send to the routes that change something: nothing of it is done. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alarmRuleInputSchema } from '../../../service/contract/index.ts';
import { PlayedMaintenance } from '../../support/played/maintenance.ts';
import { ask, type Question } from './support/ask.ts';
import { type Host, startHost } from './support/host.ts';

const LISTED = 'https://tools.example:8443';
const CLIENT = '/app/v1/mqtt/clients/lab';
const GATEWAY = '/app/v1/gateways/g01a2b3c4';
const GATEWAY_INPUT = '{"kind":"sensgate","name":"a","host":"a"}';
const RULE = '/app/v1/alarms/rules/a01b2c3d4';
const RULE_INPUT = '{"family":"usb","serial":"E1","channel":"temperature","upper":30}';
const BACKUP = `{"backup":${JSON.stringify(new PlayedMaintenance().backup())}}`;
const FILE = '{"mqtt":{"clients":{"lab":{}}}}';

/** Every write that there is, with a body that it takes. */
const WRITES = [
  ['POST', '/expert/3.6.0/add_mqtt_clients', FILE],
  ['POST', '/expert/3.7.0/add_mqtt_clients', FILE],
  ['POST', '/expert/3.6.0/remove_mqtt_client', '{"mqtt":{"clients":["lab"]}}'],
  ['POST', '/expert/3.7.0/remove_mqtt_client', '{"mqtt":{"clients":["lab"]}}'],
  ['POST', '/app/v1/mqtt/clients', '{"identifier":"new"}'],
  ['PUT', CLIENT, '{}'],
  ['DELETE', CLIENT, ''],
  ['POST', `${CLIENT}/connect`, ''],
  ['POST', `${CLIENT}/disable`, ''],
  ['POST', `${CLIENT}/enable`, ''],
  ['POST', `${CLIENT}/restore`, ''],
  ['POST', `${CLIENT}/test`, ''],
  ['POST', '/app/v1/mqtt/test', '{}'],
  ['POST', '/app/v1/mqtt/import', FILE],
  ['POST', '/app/v1/gateways', GATEWAY_INPUT],
  ['PUT', GATEWAY, GATEWAY_INPUT],
  ['DELETE', GATEWAY, ''],
  ['POST', `${GATEWAY}/connect`, ''],
  ['POST', `${GATEWAY}/disable`, ''],
  ['POST', `${GATEWAY}/enable`, ''],
  ['POST', `${GATEWAY}/test`, ''],
  ['POST', '/app/v1/gateways/test', GATEWAY_INPUT],
  ['POST', '/app/v1/alarms/rules', RULE_INPUT],
  ['PUT', RULE, RULE_INPUT],
  ['DELETE', RULE, ''],
  ['POST', '/app/v1/alarms/01b2c3d4e5f6-5/acknowledge', ''],
  ['POST', '/app/v1/alarms/acknowledge', ''],
  ['PATCH', '/app/v1/devices/usb/E1', '{"alias":"a"}'],
  ['POST', '/app/v1/devices/usb/E1/protocol', '{"protocol":"usb"}'],
  ['PATCH', '/app/v1/settings', '{"history_raw_days":30}'],
  ['POST', '/app/v1/restore', BACKUP],
  ['POST', '/app/v1/restore/preview', BACKUP],
  ['POST', '/app/v1/reset', '{"parts":["alarms"]}'],
] as const;

/** What pages of listed origins may not do either. */
const OWN_ONLY: ReadonlySet<string> = new Set(['/app/v1/restore', '/app/v1/restore/preview', '/app/v1/reset']);

let host: Host;

beforeAll(async () => {
  host = await startHost({ allowedOrigins: () => new Set([LISTED]) });
  host.attach('E1', 20);
  await host.world.gateways.create({ kind: 'mqtt', name: 'Lab', enabled: true, client: 'lab', prefix: 'lab' });
});
afterAll(() => host.stop());
beforeEach(async () => {
  if (host.world.mqtt.list().clients.length === 0) await host.world.mqtt.create({ identifier: 'lab' });
  host.world.gateways.bringBack('g01a2b3c4');
  host.world.alarms.putRule({
    id: 'a01b2c3d4',
    rule: alarmRuleInputSchema.parse(JSON.parse(RULE_INPUT)),
    snoozed: null,
    watching: true,
  });
  host.world.alarms.raise();
  host.world.mqtt.calls.length = 0;
  host.world.gateways.calls.length = 0;
  host.world.alarms.calls.length = 0;
  host.world.devices.patches.length = 0;
  host.world.settings.patches.length = 0;
  host.world.maintenance.calls.length = 0;
  host.driver.protocols.length = 0;
});

/** Everything that was asked for. */
function done(): unknown[] {
  const { mqtt, gateways, alarms, devices, settings, maintenance } = host.world;
  const made = [mqtt.calls, gateways.calls, alarms.calls, maintenance.calls];
  return [...made, devices.patches, settings.patches, host.driver.protocols].flat();
}

describe.each(WRITES)('%s %s', (method, path, body) => {
  const send = (headers: Question['headers']) => ask(host.port, path, { method, body, headers: headers ?? {} });

  async function refused(headers: Question['headers'], status: number): Promise<void> {
    const answer = await send(headers);
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([status, undefined]);
    const told = answer.json() as { message?: string; reason?: string };
    expect(told.message ?? told.reason).toMatch(/\S/);
    if (status === 403) expect(Object.keys(told)).toEqual(['message']);
    expect(done()).toEqual([]);
  }

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', undefined])(
    'refuses a form of another site, of the type %s',
    async (type) => {
      const form = type === undefined ? {} : { 'Content-Type': type };
      // From a sandboxed frame or a file; from a site; from a browser that sends no Origin; from none that says so.
      await refused({ ...form, Origin: 'null' }, 403);
      await refused({ ...form, Origin: 'http://evil.example', 'Sec-Fetch-Site': 'cross-site' }, 403);
      await refused({ ...form, 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' }, 403);
      await refused(form, 400);
    },
  );

  test('refuses a script of another site', async () => {
    const json = { 'Content-Type': 'application/json' };
    await refused({ ...json, Origin: 'http://evil.example' }, 403);
    await refused({ ...json, Origin: 'null' }, 403);
    await refused({ ...json, Origin: `${LISTED}.evil.example` }, 403);
    await refused({ ...json, 'Sec-Fetch-Site': 'cross-site' }, 403);
    await refused({ ...json, Origin: `http://localhost:${host.port + 1}` }, 403);
  });

  test('refuses a page with a rebound DNS name', async () => {
    for (const name of ['evil.example', `evil.example:${host.port}`, '10.0.0.1', 'localhost.evil.example']) {
      const headers = { 'Content-Type': 'application/json', Host: name };
      await refused(headers, 403);
      await refused({ ...headers, Origin: `http://${name}` }, 403);
    }
  });

  test('refuses the preflight of another site, and returns the methods to an allowed origin', async () => {
    const preflight = (origin: string) =>
      ask(host.port, path, {
        method: 'OPTIONS',
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': method,
          'Access-Control-Request-Headers': 'content-type',
        },
      });
    const other = await preflight('http://evil.example');
    expect([other.status, other.headers['access-control-allow-methods']]).toEqual([403, undefined]);
    const listed = await preflight(LISTED);
    const isTooMuch = OWN_ONLY.has(path);
    expect([listed.status, listed.headers['access-control-allow-origin']]).toEqual([isTooMuch ? 403 : 204, LISTED]);
    if (isTooMuch) return;
    expect(listed.headers['access-control-allow-methods']?.split(', ')).toContain(method);
    expect(listed.headers['access-control-allow-methods']).toBe(listed.headers.allow);
  });

  test('allows its own page, and an allowed origin unless the route excludes it', async () => {
    const json = { 'Content-Type': 'application/json' };
    const own = await send({ ...json, Host: 'localhost:8080', Origin: 'http://localhost:8080' });
    expect(own.status).not.toBe(403);
    const listed = await send({ ...json, Origin: LISTED, 'Sec-Fetch-Site': 'cross-site' });
    const isTooMuch = OWN_ONLY.has(path);
    expect([listed.status === 403, listed.headers['access-control-allow-origin']]).toEqual([isTooMuch, LISTED]);
    expect(done()).toHaveLength(isTooMuch ? 1 : 2);
  });
});
