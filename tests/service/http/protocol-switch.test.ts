import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { appDeviceSchema } from '../../../service/contract/index.ts';
import { MensuraError } from '../../../service/support/errors.ts';
import { describePth } from '../devices/support.ts';
import { ask, messageOf, post } from './support/ask.ts';
import { openEvents } from './support/event-client.ts';
import { type Host, startHost } from './support/host.ts';

const PATH = '/app/v1/devices/usb/E1/protocol';

let host: Host;

beforeEach(async () => {
  host = await startHost();
  host.attach('E1', 20);
});
afterEach(() => host.stop());

describe('the mode of a device', () => {
  test('is sent to the device', async () => {
    const answer = await post(host.port, PATH, '{"protocol":"usb"}');
    expect([answer.status, answer.json()]).toEqual([200, { protocol: 'usb' }]);
    expect(host.driver.protocols).toEqual([['E1', 'usb']]);
  });

  test.each([
    ['', 'The body is not valid JSON'],
    ['{"protocol":', 'The body is not valid JSON'],
    ['null', 'the body: '],
    ['[]', 'the body: '],
    ['"usb"', 'the body: '],
    ['{}', 'protocol: must be one of "usb", "vcp".'],
    ['{"protocol":"USB"}', 'protocol: '],
    ['{"protocol":"serial"}', 'protocol: must be one of "usb", "vcp".'],
    ['{"protocol":1}', 'protocol: '],
    ['{"protocol":null}', 'protocol: '],
    ['{"protocol":["usb"]}', 'protocol: '],
    ['{"protocol":"usb","reset":true}', 'reset: unknown field'],
    ['{"protocol":"usb","protocol":"vcp"}', 'protocol: duplicate field'],
  ])('is not switched with the body %s', async (body, message) => {
    const answer = await post(host.port, PATH, body);
    expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringContaining(message)]);
    expect(host.driver.protocols).toEqual([]);
  });

  test.each(['usb/E2', 'gateway/E1', 'serial/E1'])('responds 404 for %s, whatever the body', async (key) => {
    for (const body of ['{"protocol":"usb"}', '{}']) {
      const answer = await post(host.port, `/app/v1/devices/${key}/protocol`, body);
      expect(answer.status).toBe(404);
      expect(messageOf(answer)).not.toBe('');
    }
  });

  test('responds 409 if it is current or cannot be switched', async () => {
    const already = await post(host.port, PATH, '{"protocol":"vcp"}');
    expect([already.status, messageOf(already)]).toEqual([409, 'VCP-PTH450-CAL E1 is already in VCP mode.']);
    host.driver.events.emit('attached', describePth('E1', { simulated: true }));
    const fixed = await post(host.port, PATH, '{"protocol":"usb"}');
    expect([fixed.status, messageOf(fixed)]).toEqual([409, 'VCP-PTH450-CAL E1 cannot change mode.']);
    expect(host.driver.protocols).toEqual([]);
  });

  test.each([
    [new MensuraError('instrument-failed', 'It did not.'), 502, 'It did not.'],
    [new MensuraError('timeout', 'Too late.'), 504, 'Too late.'],
    [new Error('secret detail'), 500, 'Internal error'],
  ])('reports a failure: %s', async (failure, status, message) => {
    vi.spyOn(host.driver, 'setProtocol').mockRejectedValue(failure);
    const answer = await post(host.port, PATH, '{"protocol":"usb"}');
    expect([answer.status, messageOf(answer)]).toEqual([status, expect.stringContaining(message)]);
    expect(answer.text).not.toContain('secret');
  });

  test('supports only POST', async () => {
    const answer = await ask(host.port, PATH);
    expect([answer.status, answer.headers['allow']]).toEqual([405, expect.stringContaining('POST')]);
  });

  test('refuses a page of another origin', async () => {
    const answer = await post(host.port, PATH, '{"protocol":"usb"}', { Origin: 'https://elsewhere.example' });
    expect(answer.status).toBe(403);
    expect(host.driver.protocols).toEqual([]);
  });

  test('is returned with whether it can be switched', async () => {
    host.driver.events.emit('attached', describePth('E2', { protocol: 'usb', protocols: { usb: true, vcp: false } }));
    host.driver.events.emit('attached', describePth('G1', { family: 'gateway', protocol: null }));
    const shown = async (key: string): Promise<unknown[]> => {
      const device = appDeviceSchema.parse((await ask(host.port, `/app/v1/devices/${key}`)).json());
      return [device.protocol, device.can_switch_protocol];
    };
    expect(await shown('usb/E1')).toEqual(['vcp', true]);
    expect(await shown('usb/E2')).toEqual(['usb', false]);
    expect(await shown('gateway/G1')).toEqual([null, false]);
  });

  test('is sent on the event stream, also if the device stays connected', async () => {
    const client = await openEvents(host.port);
    host.driver.events.emit('attached', describePth('E1', { protocol: 'usb' }));
    host.driver.events.emit('attached', describePth('E1', { protocol: 'usb', simulated: true }));
    host.driver.events.emit('detached', { family: 'usb', serial: 'E1', reason: 'restarting in VCP mode' });
    await client.until(() => client.events.at(-1)?.what === 'device gone');
    const events = client.events.filter(({ what }) => what.startsWith('device'));
    const told = events.map(({ value, data }) => {
      if (value === null) return data;
      const { protocol, can_switch_protocol } = appDeviceSchema.parse(value);
      return [protocol, can_switch_protocol];
    });
    expect(told).toEqual([
      ['vcp', true],
      ['usb', true],
      ['usb', false],
      { kind: 'device', key: 'usb/E1', value: null, reason: 'restarting in VCP mode' },
    ]);
    client.close();
  });
});
