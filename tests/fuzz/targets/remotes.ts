/** Other Mensuras that publish anything to a broker: what is read of their messages. */

import { RemoteInstallations } from '../../../service/drivers/gateway/remote/remote-installations.ts';
import type { AdapterEvents } from '../../../service/drivers/gateway/types.ts';
import { Emitter } from '../../../service/support/emitter.ts';
import { ManualClock } from '../../service/devices/support.ts';
import { must, type Target } from '../engine/target.ts';
import { splitAt } from '../support/parts.ts';

/** Between messages, and between a topic and its payload. The byte before a topic says whether the broker kept it. */
const NEXT = 0x1e;
const PAYLOAD = 0x1f;

/** `2026-11-20T14:45:12.318Z` and nothing else. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

interface Said {
  serial?: unknown;
  timestamp?: unknown;
  values?: Record<string, { magnitude?: unknown } | null> | null;
}

function run(input: Uint8Array): void {
  const clock = new ManualClock();
  const events = new Emitter<AdapterEvents>((error) => {
    throw error;
  });
  let newest: { topic: string; payload: Uint8Array } = { topic: '', payload: input };
  const judge = (serial: string, at: number, samples: AdapterEvents['readings']['samples']): void => {
    const said = JSON.parse(Buffer.from(newest.payload).toString('utf8')) as Said;
    must(said.serial === serial, `a reading of ${serial} of what is said of ${String(said.serial)}`);
    const { timestamp, values } = said;
    must(
      typeof timestamp === 'string' && TIMESTAMP.test(timestamp) && Date.parse(timestamp) === at,
      `a reading of ${at} of ${String(timestamp)}`,
    );
    must(typeof values === 'object' && values !== null, 'a reading without values');
    for (const { channel, magnitude } of samples) {
      if (magnitude === null) continue;
      must(Number.isFinite(magnitude), `${magnitude} as a value`);
      must(
        Object.hasOwn(values, channel) && values[channel]?.magnitude === magnitude,
        `${magnitude} at ${channel}, which is not said`,
      );
    }
  };
  events.on('readings', ({ serial, at, samples }) => judge(serial, at, samples));
  events.on('late', ({ serial, at, samples }) => judge(serial, at, samples));
  const there = new Set<string>();
  events.on('seen', ({ serial, gatewaySerial }) => there.add(`${gatewaySerial} ${serial}`));
  events.on('lost', ({ serial, gatewaySerial }) => there.delete(`${gatewaySerial} ${serial}`));
  const fleet = new RemoteInstallations({
    pattern: (input[0] ?? 0) % 2 === 0 ? 'lab' : 'lab/+',
    installation: 'MSOWNOWNOWN0',
    clock,
    events,
    onChange: () => {},
    onNotice: (_, subject, text) => must(subject.length + text.length < 70_000, 'a notice without end'),
  });
  fleet.subscribed();
  for (const message of splitAt(Buffer.from(input.subarray(1)), NEXT)) {
    const [flag = 0] = message;
    const end = message.indexOf(PAYLOAD);
    if (end < 1) continue;
    const topic = Buffer.from(message.subarray(1, end)).toString('utf8');
    newest = { topic, payload: message.subarray(end + 1) };
    fleet.message({ ...newest, retained: flag % 2 === 1 });
    if (flag % 8 === 2) fleet.settle();
    if (flag % 8 === 4) fleet.catchUp();
    if (flag % 8 === 6) fleet.subscribed();
    clock.advance(flag * 20);
  }
  must(JSON.stringify(fleet.presence.gateways()).length < 100_000, 'gateways without end');
  fleet.clear('the end');
  must(there.size === 0, `${there.size} instruments stay when all is cleared`);
  must(fleet.presence.gateways().length === 0, 'a gateway stays when all is cleared');
}

const AT = new Date(new ManualClock().now()).toISOString();
const INFO =
  '{"device":{"channel_list":["temperature"],"channels":{"temperature":{"period_ms":1000,"value":null}},"config":{"protocol":{"usb":true,"vcp":true}},"connections":{"usb":null,"vcp":{"port":"/dev/ttyACM0"}},"info":{"firmware_version_major":2,"firmware_version_minor":4,"product":"VCP-RTD300-CAL","serial":"E1","vendor":"Dracal technologies inc."},"model":"VCP-RTD300-CAL/v1"},"product":{"channels":{"temperature":{"description":"Temperature","details":{"virtual":false},"label":"temperature","type":"Temperature","unit":"°C"}},"info":{"interfaces":{"usb":"USB","vcp":"Virtual COM port"},"name":"VCP-RTD300-CAL","sku":"VCP-RTD300-CAL","vendor":"Dracal technologies inc."},"model":"VCP-RTD300-CAL/v1"}}';
const READING = `{"serial":"E1","timestamp":"${AT}","values":{"temperature":{"magnitude":21.5,"unit":"°C"}}}`;
const ABOUT = '{"installation":"MS0123456789","service_name":"mensura-device-service","version":"3.7.0"}';

function script(prefix: string, first: string): string {
  const messages: [flag: number, topic: string, payload: string][] = [
    [1, 'status', 'online'],
    [1, 'about', ABOUT],
    [1, 'E1/info', INFO],
    [1, 'E1/status', 'online'],
    [0, 'E1/measurement', READING],
    [2, 'E1/measurement', READING.replace('21.5', 'null').replace('12.318', '13.318')],
    [2, 'E1/measurement', READING.replace('21.5', '"21.5"').replace('12.318', '14.318')],
    [2, 'E1/measurement', READING.replace('21.5', '1e999').replace('12.318', '15.318')],
    [2, 'E1/measurement', READING.replace('21.5', '-4').replace('12.318', '16.318')],
    [0, 'status', 'offline'],
  ];
  return (
    first +
    messages
      .map(([flag, topic, payload]) => `${String.fromCharCode(flag)}${prefix}/${topic}\u001f${payload}`)
      .join('\u001e')
  );
}

export const target: Target = {
  covers: ['service/drivers/gateway/remote/', 'service/contract/'],
  words: [
    'lab/',
    '/info',
    '/status',
    '/measurement',
    'about',
    'online',
    'offline',
    '\u001e',
    '\u001f',
    '\u0001lab/E1/',
    'MS0123456789',
    'MSOWNOWNOWN0',
    '"magnitude":',
    '"unit":"°C"',
    '"channel_list":[',
    '"temperature"',
    '"period_ms":',
    'null',
    'true',
    '%2F',
    '%',
    '"virtual":true',
    '"__proto__":',
    'constructor',
    READING,
    INFO,
  ],
  maxBytes: 16_384,
  seeds: [script('lab', '\0'), script('lab/one', '\u0001')],
  open: () => ({ run }),
};
