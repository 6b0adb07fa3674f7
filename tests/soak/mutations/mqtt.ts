import type { Mutation } from './mutation.ts';

const PUBLISHER = 'service/mqtt/publish/device-publisher.ts';
const RETAINED = 'service/mqtt/publish/retained-topics.ts';
const FLOW = 'service/mqtt/session/delivery-window.ts';
const OUTBOX = 'service/outbox/outbox.ts';
const MANAGER = 'service/mqtt/clients/manager.ts';
const RUNNERS = 'service/support/runner-set.ts';
const SECRETS = 'service/secrets/secret-changes.ts';
const STORE_TESTS = ['tests/service/mqtt/clients/client-store.test.ts', 'tests/service/mqtt/clients/changes.test.ts'];

/** MQTT: clients, sessions, the outbox, what is published and read. */
export const MQTT: readonly Mutation[] = [
  {
    what: 'what is to be retained is not',
    file: RETAINED,
    find: 'qos: this.#options.qos, retain: true }',
    replace: 'qos: this.#options.qos, retain: false }',
    tests: [
      'tests/service/mqtt/publish/retained-topics.test.ts',
      'tests/service/mqtt/publish/client-publisher.test.ts',
    ],
  },
  {
    what: 'readings are retained',
    file: OUTBOX,
    find: 'payload, qos, retain: false,',
    replace: 'payload, qos, retain: true,',
    tests: ['tests/service/outbox/outbox.test.ts'],
  },
  {
    what: 'retained topics are not sent again to a broker that lost them',
    file: RETAINED,
    find: 'this.#dirty = new Set([...this.#payloads.keys()].filter((topic) => !this.#held.has(topic)));',
    replace: '',
    tests: [
      'tests/service/mqtt/publish/retained-topics.test.ts',
      'tests/service/mqtt/publish/client-publisher.test.ts',
    ],
  },
  {
    what: 'a retained topic that was cleared is remembered for ever',
    file: RETAINED,
    find: '    this.#payloads.delete(topic);\n',
    replace: '',
    tests: ['tests/service/mqtt/publish/retained-topics.test.ts'],
  },
  {
    what: 'messages are sent with a higher QoS than the broker grants',
    file: FLOW,
    find: 'Math.min(message.qos, grant.maximumQos)',
    replace: 'Math.max(message.qos, grant.maximumQos)',
    tests: ['tests/service/mqtt/session/delivery-window.test.ts'],
  },
  {
    what: 'messages are retained at a broker that does not retain',
    file: FLOW,
    find: 'message.retain && grant.retain',
    replace: 'message.retain || grant.retain',
    tests: ['tests/service/mqtt/session/delivery-window.test.ts'],
  },
  {
    what: 'more messages are on their way than the broker takes',
    file: FLOW,
    find: 'Math.min(this.#options.window, this.#grant?.receiveMaximum ?? 1)',
    replace: 'this.#options.window',
    tests: ['tests/service/mqtt/session/delivery-window.test.ts'],
  },
  {
    what: 'a message that a broker cannot take for now is lost',
    file: FLOW,
    find: 'if (code === QUOTA_EXCEEDED) {',
    replace: 'if (code === 0) {',
    tests: ['tests/service/mqtt/session/delivery-window.test.ts', 'tests/service/mqtt/session/failures.test.ts'],
  },
  {
    what: 'what was on its way is not sent again over a new connection',
    file: FLOW,
    find: 'for (const source of this.#options.sources) source.rewind();',
    replace: '',
    tests: ['tests/service/mqtt/session/delivery-window.test.ts'],
  },
  {
    what: 'a packet of the largest size is left out',
    file: 'service/mqtt/session/oversize-filter.ts',
    find: 'read.packet > this.#largest',
    replace: 'read.packet >= this.#largest',
    tests: ['tests/service/mqtt/session/oversize-filter.test.ts'],
  },
  {
    what: 'attempts to connect come sooner than the shortest delay',
    file: 'service/support/backoff.ts',
    find: 'Math.max(shortestMs, delayMs / 2)',
    replace: 'delayMs / 2',
    tests: ['tests/service/support/backoff.test.ts'],
  },
  {
    what: 'attempts to connect do not come ever slower',
    file: 'service/support/backoff.ts',
    find: 'firstMs * 2 ** Math.min(failures - 1, 30)',
    replace: 'firstMs',
    tests: ['tests/service/support/backoff.test.ts'],
  },
  {
    what: 'every session at the broker is a clean one',
    file: 'service/mqtt/session/connect-options.ts',
    find: 'clean: clean_session,',
    replace: 'clean: true,',
    tests: ['tests/mqtt/session.test.ts', 'tests/mqtt/connection.test.ts'],
  },
  {
    what: 'what waits in memory has no bound',
    file: OUTBOX,
    find: 'while (this.#queue.isFull) {',
    replace: 'while (this.#queue.messages < 0) {',
    tests: ['tests/service/outbox/bounds.test.ts', 'tests/service/outbox/outbox.test.ts'],
  },
  {
    what: 'messages that waited too long are sent',
    file: OUTBOX,
    find: 'return this.#age.ageOf(at) > this.#maxAgeMs;',
    replace: 'return this.#age.ageOf(at) < 0;',
    tests: ['tests/service/outbox/outbox.test.ts', 'tests/service/outbox/bounds.test.ts'],
  },
  {
    what: 'lost messages are not counted',
    file: OUTBOX,
    find: '    this.#discards.add(entries.length, reason, detail);\n',
    replace: '',
    tests: ['tests/service/outbox/outbox.test.ts', 'tests/service/outbox/bounds.test.ts'],
  },
  {
    what: 'the outbox looks for old messages after its stop',
    file: OUTBOX,
    find: '    clearInterval(this.#expiring);\n',
    replace: '',
    tests: ['tests/service/outbox/outbox.test.ts'],
  },
  {
    what: 'what waits is not written to disk at the stop',
    file: 'service/outbox/disk-writer.ts',
    find: 'await this.#write(true);',
    replace: '',
    tests: ['tests/service/outbox/outbox.test.ts'],
  },
  {
    what: 'messages that are given back come in another order',
    file: 'service/outbox/queue.ts',
    find: 'for (const entry of [...this.#taken.values()].toReversed()) {',
    replace: 'for (const entry of [...this.#taken.values()]) {',
    tests: ['tests/service/outbox/outbox.test.ts', 'tests/service/outbox/model.test.ts'],
  },
  {
    what: 'a stored password is sent to another address',
    file: SECRETS,
    find: "if (given.password === undefined && stored.password !== '') errors.push(enterAgain(paths.password));",
    replace: '',
    tests: STORE_TESTS,
  },
  {
    what: 'a stored password stays though another CA is trusted',
    file: SECRETS,
    find: ' && stored.ca === ca;',
    replace: ' || stored.ca === ca;',
    tests: STORE_TESTS,
  },
  {
    what: 'the view of a client has its secrets',
    file: 'service/mqtt/clients/views.ts',
    find: 'key_set: Boolean(secrets?.key),',
    replace: 'key_set: Boolean(secrets?.key),\n      ...secrets,',
    tests: ['tests/service/mqtt/clients/manager.test.ts'],
  },
  {
    what: 'the file of exported clients has their secrets',
    file: 'service/mqtt/clients/views.ts',
    find: '[...clients].map(({ identifier, fields, advanced }) => [identifier, { ...fields, advanced }])',
    replace:
      '[...clients].map(({ identifier, fields, advanced, secrets }) => [identifier, { ...fields, ...secrets, advanced }])',
    tests: ['tests/service/mqtt/clients/manager.test.ts'],
  },
  {
    what: 'any number of connections may be tried at a time',
    file: MANAGER,
    find: 'this.#tests >= MAX_TESTS',
    replace: 'this.#tests < 0',
    tests: ['tests/service/mqtt/clients/manager.test.ts', 'tests/service/http/mqtt-api.test.ts'],
  },
  {
    what: 'a trial that failed keeps its place',
    file: MANAGER,
    find: '    } finally {\n      this.#tests -= 1;\n    }',
    replace: '    } finally {\n      this.#options.clock.now();\n    }',
    tests: ['tests/service/mqtt/clients/manager.test.ts'],
  },
  {
    what: 'a removed client is not told to listeners',
    file: RUNNERS,
    find: '    this.#options.onChange(key, null);\n',
    replace: '',
    tests: ['tests/service/mqtt/clients/manager.test.ts'],
  },
  {
    what: 'changed counters of clients are not told',
    file: RUNNERS,
    find: 'this.#timer = setInterval(() => this.#reportCounters(), COUNTERS_MS);',
    replace: 'this.#timer = setInterval(() => {}, COUNTERS_MS);',
    tests: ['tests/service/mqtt/clients/manager.test.ts'],
  },
  {
    what: 'a simulated device is published whatever the setting',
    file: PUBLISHER,
    find: 'if (device.description.simulated && !publishSimulated) return false;',
    replace: '',
    tests: ['tests/service/mqtt/publish/device-publisher.test.ts'],
  },
  {
    what: 'the gateway speaks for a device that USB has too',
    file: PUBLISHER,
    find: 'FAMILIES.map((family) => registry.get({ family, serial }))',
    replace: 'FAMILIES.toReversed().map((family) => registry.get({ family, serial }))',
    tests: ['tests/service/mqtt/publish/device-publisher.test.ts'],
  },
  {
    what: 'a device that was removed is not told to clients',
    file: PUBLISHER,
    find: "      registry.events.on('removed', ({ serial }) => this.#consider(serial)),\n",
    replace: '',
    tests: ['tests/service/mqtt/publish/device-publisher.test.ts'],
  },
  {
    what: 'the publisher listens after its stop',
    file: PUBLISHER,
    find: '    for (const end of this.#endings) end();\n    this.#endings = [];\n    this.#devices.clear();',
    replace: '    this.#endings = [];\n    this.#devices.clear();',
    tests: ['tests/service/mqtt/publish/device-publisher.test.ts'],
  },
  {
    what: 'devices that left are remembered without a bound',
    file: PUBLISHER,
    find: 'this.#remembered.size > MAX_REMEMBERED',
    replace: 'this.#remembered.size > 100 * MAX_REMEMBERED',
    tests: ['tests/service/mqtt/publish/device-publisher.test.ts'],
  },
  {
    what: 'the alarm topic tells every alarm as acknowledged',
    file: 'service/mqtt/publish/device-publisher.ts',
    find: '      magnitude,\n      unit,\n      since,\n      flapping,\n      acknowledged,\n    })),',
    replace:
      '      magnitude,\n      unit,\n      since,\n      flapping,\n      acknowledged: acknowledged ?? since,\n    })),',
    tests: ['tests/service/mqtt/publish/alarm-topic.test.ts'],
  },
];
