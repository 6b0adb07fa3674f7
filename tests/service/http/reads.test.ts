/** The contract's reads: shapes, versions, order, refusals. Every answer is asked twice: express first, then the fast path. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describePth } from '../devices/support.ts';
import { ask, messageOf } from './support/ask.ts';
import { type Host, startHost } from './support/host.ts';

let host: Host;

beforeEach(async () => {
  host = await startHost();
});
afterEach(() => host.stop());

/** Asks through express and through the fast path, and answers both bodies, which must be the same. */
async function read(path: string, status = 200): Promise<string> {
  const first = await ask(host.port, path);
  const second = await ask(host.port, path);
  expect([first.status, second.status]).toEqual([status, status]);
  expect(second.text).toBe(first.text);
  for (const { headers, text } of [first, second]) {
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
    expect(headers.etag).toBeUndefined();
  }
  return first.text;
}

describe('reads', () => {
  test('return the same full form in every version', async () => {
    host.attach('E24638', 21.5);
    const newest = await read('/3.7.0/devices/usb');
    expect(await read('/3.6.0/devices/usb')).toBe(newest);
    expect(await read('/3.5.0/devices/usb')).toBe(newest);
    expect(newest.startsWith('{"devices":{"E24638":{"channel_list":["atmospheric_pressure","temperature",')).toBe(true);
    expect(newest).toContain(
      '"temperature":{"period_ms":1000,"value":{"magnitude":21.5,"timestamp":"2026-11-20T14:45:12.318Z","unit":"°C"}}',
    );
    expect(newest).toContain('"relative_humidity":{"period_ms":1000,"value":null}');
    expect(Object.keys((JSON.parse(newest) as { products: object }).products)).toEqual(['VCP-PTH450-CAL/v1']);
  });

  test('put keys in code-unit order, also keys that look like numbers', async () => {
    for (const serial of ['b', '9', '12345', 'E1', '10', 'Z', 'a', '-1', 'é']) host.attach(serial, 20);
    const order = ['-1', '10', '12345', '9', 'E1', 'Z', 'a', 'b', 'é'];
    const full = await read('/3.7.0/devices/usb?pretty=true');
    expect([...full.matchAll(/^ {4}"(.+)": \{$/gm)].map(([, key]) => key)).toEqual([...order, 'VCP-PTH450-CAL/v1']);
    const list = JSON.parse(await read('/3.7.0/devices/usb/measurements')) as { serial: string }[];
    expect(list.map(({ serial }) => serial)).toEqual(order);
  });

  test('indent by two spaces', async () => {
    host.attach('E1', 20);
    host.driver.events.emit('attached', describePth('G1', { family: 'gateway' }));
    for (const path of [
      '/devices/usb',
      '/devices/usb/measurements',
      '/devices/usb/E1/measurement',
      '/devices/gateway',
    ]) {
      const minified = await read(`/3.7.0${path}`);
      expect(await read(`/3.7.0${path}?pretty=true`)).toBe(JSON.stringify(JSON.parse(minified), null, 2));
      expect(await read(`/3.7.0${path}?pretty=false`)).toBe(minified);
      expect(minified).toBe(JSON.stringify(JSON.parse(minified)));
    }
  });

  test('are empty without devices', async () => {
    expect(await read('/3.7.0/devices/usb')).toBe('{"devices":{},"products":{}}');
    expect(await read('/3.7.0/devices/gateway/measurements?pretty=TRUE')).toBe('[]');
  });

  test('accept a single pretty in any letter case', async () => {
    host.attach('E1', 20);
    for (const value of ['pretty=TRUE', 'pretty=True', 'other=1&pretty=true', '%70retty=t%72ue']) {
      expect(await read(`/3.7.0/devices/usb?${value}`)).toContain('\n  "devices": {');
    }
    for (const value of ['pretty', 'pretty=', 'pretty=1', 'pretty=yes', 'pretty=true&pretty=true', 'pretty=true%20']) {
      for (const path of ['', '/measurements', '/E1/measurement']) {
        const text = await read(`/3.7.0/devices/usb${path}?${value}`, 400);
        expect(text).toContain('pretty must be given once, as true or false');
      }
    }
    expect(await read('/3.7.0/devices/usb?prettyish=x&a[]=b&&')).not.toContain('\n');
  });

  test('ignore pretty before 3.7.0', async () => {
    host.attach('E1', 20);
    for (const version of ['3.5.0', '3.6.0']) {
      for (const value of ['true', 'nonsense', '']) {
        expect(await read(`/${version}/devices/usb?pretty=${value}`)).not.toContain('\n');
      }
    }
  });

  test('return new readings, also on the fast path', async () => {
    host.attach('E1', 20);
    expect(await read('/3.7.0/devices/usb/measurements')).toContain('"magnitude":20,');
    host.clock.advance(1000);
    host.measure('E1', 20.25);
    expect(await read('/3.7.0/devices/usb/measurements')).toContain('"magnitude":20.25,');
    expect(await read('/3.7.0/devices/usb/E1/measurement')).toContain('"timestamp":"2026-11-20T14:45:13.318Z"');
    host.measure('E1', null);
    expect(await read('/3.7.0/devices/usb/E1/measurement')).toBe(
      '{"serial":"E1","timestamp":"2026-11-20T14:45:13.318Z","values":{}}',
    );
    host.driver.events.emit('detached', { family: 'usb', serial: 'E1', reason: 'unplugged' });
    expect(await read('/3.7.0/devices/usb/measurements')).toBe('[]');
    expect(await read('/3.7.0/devices/usb/E1/measurement', 404)).toContain('No usb device with serial number E1');
  });

  test('respond 404 to a device without readings', async () => {
    host.attach('E1');
    expect(await read('/3.7.0/devices/usb')).toContain('"E1"');
    expect(await read('/3.7.0/devices/usb/measurements')).toBe('[]');
    expect(await read('/3.7.0/devices/usb/E1/measurement', 404)).toContain('has no readings yet');
  });

  test('keep the families apart', async () => {
    host.attach('E1', 20);
    expect(await read('/3.7.0/devices/gateway')).toBe('{"devices":{},"products":{}}');
    const answer = await ask(host.port, '/3.7.0/devices/gateway/E1/measurement');
    expect([answer.status, messageOf(answer)]).toEqual([404, 'No gateway device with serial number E1.']);
  });

  test('decode serial numbers in a path', async () => {
    for (const serial of ['a/b', 'ä ö', '100%', '__proto__', 'constructor', 'measurements']) {
      host.attach(serial, 20);
      const text = await read(`/3.7.0/devices/usb/${encodeURIComponent(serial)}/measurement`);
      expect((JSON.parse(text) as { serial: string }).serial).toBe(serial);
    }
    const full = await read('/3.7.0/devices/usb');
    expect(full).toContain('"__proto__":{"channel_list"');
  });

  test('respond to HEAD with the headers of GET', async () => {
    host.attach('E1', 20);
    for (const path of ['/3.7.0/devices/usb', '/3.5.0/devices/usb', '/3.7.0/devices/usb/E1/measurement']) {
      const text = await read(path);
      const head = await ask(host.port, path, { method: 'HEAD' });
      expect([head.status, head.text]).toEqual([200, '']);
      expect(head.headers['content-length']).toBe(String(Buffer.byteLength(text)));
    }
  });

  test('still respond after many different targets', async () => {
    host.attach('E1', 20);
    for (let spelling = 0; spelling < 1200; spelling += 1) {
      expect((await ask(host.port, `/3.7.0/devices/usb/measurements?x=${spelling}`)).status).toBe(200);
    }
    expect(await read('/3.7.0/devices/usb/measurements?x=last')).toContain('"E1"');
  });
});

describe('service information', () => {
  test.each(['/device-service-info', '/dracal-service-info'])('is at %s', async (path) => {
    expect(await read(path)).toBe(
      '{"service_name":"mensura-device-service","status":"ok","version":{"major":3,"minor":7,"patch":0,"tag":"v3.7.0","tweak":0}}',
    );
    expect(await read(`${path}?pretty=TRUE`)).toContain('\n  "service_name": ');
    for (const value of ['', 'x', 'true&pretty=true'])
      expect(await read(`${path}?pretty=${value}`)).not.toContain('\n');
  });

  test('reports problems until they are cleared', async () => {
    const problem = { code: 'port-busy', subject: 'COM3', text: 'Held.', remedy: '' } as const;
    host.registry.raise(problem);
    expect(await read('/device-service-info')).toContain('"status":"error: port-busy COM3"');
    host.registry.raise({ ...problem, subject: 'COM4' });
    expect(await read('/device-service-info')).toContain('"status":"error: port-busy COM3 and 1 more"');
    host.registry.clear(problem);
    host.registry.clear({ code: 'port-busy', subject: 'COM4' });
    expect(await read('/device-service-info')).toContain('"status":"ok"');
    // Readings are as good as on the day before.
    host.registry.raise({ ...problem, code: 'correction-due', subject: 'usb/E24638' });
    expect(await read('/device-service-info')).toContain('"status":"ok"');
  });
});
