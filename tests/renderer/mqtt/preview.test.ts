import { spawnSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Subscription,
  shellArgument,
  subscribeLine,
} from '../../../renderer/features/mqtt/preview/subscribe-line.ts';
import { previewTopics, publishedDevices } from '../../../renderer/features/mqtt/preview/topics.ts';
import { partOfRuns } from '../../support/property-runs.ts';
import { appDevice } from '../../support/views/devices.ts';

const AT = Date.parse('2026-11-20T14:45:12.318Z');

const probe = (serial: string) =>
  appDevice({ serial, at: AT, channels: { temperature: { unit: '°C', description: 'Temperature', value: 24.8344 } } });

const options = { prefix: 'local', layout: 'device', discoveryPrefix: null, devices: [probe('E24638')] } as const;

describe('the topics that will be published', () => {
  test('one message per device', () => {
    expect(previewTopics(options).topics).toEqual([
      { topic: 'local/status', sample: 'online or offline', isJson: false, retained: true },
      {
        topic: 'local/E24638/measurement',
        sample:
          '{"serial":"E24638","timestamp":"2026-11-20T14:45:12.318Z","values":{"temperature":{"magnitude":24.8344,"unit":"°C"}}}',
        isJson: true,
        retained: false,
      },
      { topic: 'local/E24638/info', sample: 'device and product', isJson: false, retained: true },
      { topic: 'local/E24638/status', sample: 'online or offline', isJson: false, retained: true },
      { topic: 'local/E24638/alarm', sample: 'active alarms', isJson: false, retained: true },
      { topic: 'local/about', sample: 'installation, service and version', isJson: false, retained: true },
    ]);
  });

  test('one message per channel, the first of them as an example', () => {
    const topics = previewTopics({
      ...options,
      layout: 'channel',
      devices: [appDevice({ serial: 'a/b', at: AT })],
    }).topics;
    expect(topics.map(({ topic }) => topic)).toEqual([
      'local/status',
      'local/a%2Fb/channel/atmospheric_pressure',
      'local/a%2Fb/channel/…',
      'local/a%2Fb/info',
      'local/a%2Fb/status',
      'local/a%2Fb/alarm',
      'local/about',
    ]);
    expect(topics[1]?.sample).toBe('{"magnitude":101.182,"timestamp":"2026-11-20T14:45:12.318Z","unit":"kPa"}');
    expect(topics[2]?.sample).toBe('4 more channels');
  });

  test('both, and what Home Assistant is told', () => {
    const { topics } = previewTopics({ ...options, layout: 'both', discoveryPrefix: 'homeassistant' });
    expect(topics.map(({ topic }) => topic)).toContain('local/E24638/measurement');
    expect(topics.map(({ topic }) => topic)).toContain('local/E24638/channel/temperature');
    expect(topics.at(-1)?.topic).toBe('homeassistant/sensor/…/config');
  });

  test('what has many channels is shortened, and stays readable', () => {
    const { topics } = previewTopics({ ...options, devices: [appDevice({ serial: 'E1', at: AT })] });
    expect(topics[1]?.sample).toBe(
      '{"serial":"E1","timestamp":"2026-11-20T14:45:12.318Z","values":{"atmospheric_pressure":{"magnitude":101.182,"unit":"kPa"}, …}}',
    );
  });

  test('further devices are named, and then counted', () => {
    const devices = Array.from({ length: 16 }, (_, index) => probe(`E${index}`));
    expect(previewTopics({ ...options, devices })).toMatchObject({ others: ['E1', 'E2', 'E3'], more: 12 });
    expect(previewTopics({ ...options, devices: [] }).topics.map(({ topic }) => topic)).toEqual([
      'local/status',
      'local/about',
    ]);
  });
});

describe('which devices are published', () => {
  const real = appDevice({ serial: 'E1' });
  const simulated = appDevice({ serial: 'SIM00001', simulated: true });

  test('simulated ones are not, unless that is switched on', () => {
    expect(publishedDevices([real, simulated], false)).toEqual({ devices: [real], onlySimulated: false });
    expect(publishedDevices([simulated], false)).toEqual({ devices: [], onlySimulated: true });
    expect(publishedDevices([simulated], true)).toEqual({ devices: [simulated], onlySimulated: false });
    expect(publishedDevices([], false).onlySimulated).toBe(false);
  });

  test('an instrument on two paths is one, and USB speaks for it', () => {
    const behind = appDevice({ serial: 'E1', node: 3 });
    expect(publishedDevices([behind, real], true).devices).toEqual([real]);
    expect(publishedDevices([real, behind], true).devices).toEqual([real]);
  });
});

const plain: Subscription = {
  prefix: 'local',
  host: '127.0.0.1',
  port: '1883',
  protocol_version: '4',
  username: '',
  hasPassword: false,
  ssl: false,
  checkServerName: true,
  ownAuthority: false,
  clientCertificate: false,
  alpn: '',
  webSocket: false,
  proxy: false,
};

describe('the command', () => {
  test.each<[Partial<Subscription>, string]>([
    [{}, "mosquitto_sub -h 127.0.0.1 -p 1883 -V mqttv311 -t 'local/#' -v"],
    [{ protocol_version: '3' }, "mosquitto_sub -h 127.0.0.1 -p 1883 -V mqttv31 -t 'local/#' -v"],
    [
      { protocol_version: '5', hasPassword: true },
      "mosquitto_sub -h 127.0.0.1 -p 1883 -V mqttv5 -P PASSWORD -t 'local/#' -v",
    ],
    [
      { username: "o'neil", hasPassword: true },
      String.raw`mosquitto_sub -h 127.0.0.1 -p 1883 -V mqttv311 -u 'o'\''neil' -P PASSWORD -t 'local/#' -v`,
    ],
    [{ alpn: 'mqtt' }, "mosquitto_sub -h 127.0.0.1 -p 1883 -V mqttv311 -t 'local/#' -v"],
    [
      { ssl: true, alpn: "it's" },
      String.raw`mosquitto_sub -h 127.0.0.1 -p 1883 -V mqttv311 --tls-use-os-certs --tls-alpn 'it'\''s' -t 'local/#' -v`,
    ],
    [{ ssl: true, port: '8883' }, "mosquitto_sub -h 127.0.0.1 -p 8883 -V mqttv311 --tls-use-os-certs -t 'local/#' -v"],
    [
      { ssl: true, ownAuthority: true, checkServerName: false, clientCertificate: true },
      "mosquitto_sub -h 127.0.0.1 -p 1883 -V mqttv311 --cafile ca.pem --insecure --cert client.pem --key client-key.pem -t 'local/#' -v",
    ],
    [{ ownAuthority: true, clientCertificate: true }, "mosquitto_sub -h 127.0.0.1 -p 1883 -V mqttv311 -t 'local/#' -v"],
  ])('%j', (change, line) => {
    expect(subscribeLine({ ...plain, ...change }, 'posix').line).toBe(line);
  });

  test('says what must be put in', () => {
    const { hints } = subscribeLine(
      { ...plain, username: 'u', hasPassword: true, ssl: true, ownAuthority: true },
      'posix',
    );
    expect(hints).toEqual(['Replace PASSWORD with the password.', 'ca.pem is the CA certificate file.']);
  });

  test('names what mosquitto_sub cannot do', () => {
    const { hints } = subscribeLine({ ...plain, webSocket: true, proxy: true }, 'posix');
    expect(hints.map((hint) => hint.replace(/;.*/, ''))).toEqual([
      'mosquitto_sub does not support WebSocket',
      'mosquitto_sub does not support HTTP proxies',
    ]);
  });

  test('MQTT 3 has no place for a password without a username', () => {
    expect(subscribeLine({ ...plain, hasPassword: true }, 'posix').line).not.toContain('-P');
  });

  test('PowerShell has its own quotes', () => {
    expect(shellArgument("o'neil $HOME", 'powershell')).toBe("'o''neil $HOME'");
  });
});

test.skipIf(process.platform === 'win32')('a shell hands over exactly the text that was quoted', () => {
  // Many texts for each shell: starting one takes longer than reading a thousand texts.
  const texts = fc.array(
    fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', '')),
    { maxLength: 2000, size: 'max' },
  );
  const nasty = ["'", '$(id)', '`id`', '!!', '~', '\\', '\n', '\u0003', '-n', '', ' ', '#', '*', '$HOME', "\u0001'\\"];
  fc.assert(
    fc.property(texts, (random) => {
      const all = [...nasty, ...random];
      const script = `printf '%s\\0' ${all.map((text) => shellArgument(text, 'posix')).join(' ')}`;
      const { stdout, status } = spawnSync('bash', { input: script, encoding: 'utf8' });
      expect(status).toBe(0);
      expect(stdout.split('\0').slice(0, -1)).toEqual(all);
    }),
    { numRuns: partOfRuns(0.04) },
  );
});
