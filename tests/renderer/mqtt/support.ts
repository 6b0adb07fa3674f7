/** What the tests of the MQTT form share. */
import * as fc from 'fast-check';
import {
  familySchema,
  hostError,
  identifierError,
  type MqttClientView,
  nameError,
  type ReadingChoice,
} from '../../../service/contract/index.ts';
import { clientStatus } from '../../support/views/clients.ts';

const text = (problem: (value: string) => string | undefined) =>
  fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).filter((value) => problem(value) === undefined);

const delay = fc.integer({ min: 1, max: 86_400_000 });

const reconnect = fc
  .tuple(fc.boolean(), delay, delay)
  .map(([enable, a, b]) => ({ enable, min_delay: Math.min(a, b), max_delay: Math.max(a, b) }));

/** Any choice that the API could hold, in the order of the families as the form has it. */
const anyChoice: fc.Arbitrary<ReadingChoice> = fc.record({
  families: fc.subarray([...familySchema.options]),
  devices: fc.constantFrom('all', 'only', 'except'),
  device_list: fc.array(
    fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).map((serial) => `usb/${serial}`),
    { maxLength: 5 },
  ),
  channels: fc.constantFrom('all', 'only', 'except'),
  channel_list: fc.array(fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }), { maxLength: 5 }),
  uncorrected: fc.boolean(),
  interval_s: fc.integer({ min: 0, max: 86_400 }),
  interval_value: fc.constantFrom('newest', 'mean'),
  only_changes: fc.boolean(),
  deadband: fc.double({ min: 0, max: 1e12, noNaN: true }).map((size) => size + 0),
  deadband_unit: fc.constantFrom('absolute', 'percent'),
  longest_silence_s: fc.integer({ min: 0, max: 86_400 }),
  decimals: fc.option(fc.integer({ min: 0, max: 10 }), { nil: null }),
});

/** Any client that the API could hold. */
export const anyClient: fc.Arbitrary<MqttClientView> = fc.record({
  identifier: text(identifierError),
  name: text(nameError),
  host: text(hostError),
  username: fc.string({ unit: 'grapheme' }),
  port: fc.integer({ min: 1, max: 65_535 }),
  protocol_version: fc.constantFrom(3 as const, 4 as const, 5 as const),
  keep_alive: fc.integer({ min: 0, max: 65_535 }),
  clean_session: fc.boolean(),
  ssl: fc.boolean(),
  reconnect,
  password_set: fc.boolean(),
  advanced: fc.record({
    enabled: fc.boolean(),
    qos: fc.constantFrom(0 as const, 1 as const, 2 as const),
    layout: fc.constantFrom('device' as const, 'channel' as const, 'both' as const),
    discovery: fc.boolean(),
    discovery_prefix: text(nameError),
    check_server_name: fc.boolean(),
    client_id: fc.stringMatching(/^[\w.:-]{0,23}$/),
    store_and_forward: fc.boolean(),
    alpn: fc.array(fc.stringMatching(/^[\w./:-]{1,20}$/), { maxLength: 16 }),
    readings: anyChoice,
    ca: fc.constant(null),
    certificate: fc.constant(null),
    key_set: fc.constant(false),
    proxy_password_set: fc.constant(false),
    transport: fc.constantFrom('tcp' as const, 'websocket' as const),
    path: fc.stringMatching(/^\/[\w/.-]{0,20}$/),
    proxy: fc.constantFrom('', 'proxy.example:3128', '[::1]:8080'),
    proxy_username: fc.stringMatching(/^\w{0,8}$/),
  }),
  status: fc.constant(clientStatus()),
});
