import type { Mutation } from './mutation.ts';

const OFFERS = 'service/discovery/offer-list.ts';
const GATEWAY_OWNERSHIP = 'service/drivers/gateway/devices/gateway-ownership.ts';
const GATEWAY_OWNERSHIP_TESTS = ['tests/service/drivers/gateway/devices/gateway-ownership.test.ts'];

/** Gateways, other Mensuras, discovery on the local network, and the contract's rules of names. */
export const NETWORK: readonly Mutation[] = [
  {
    what: 'a Mensura reads its own messages as those of another',
    file: 'service/drivers/gateway/remote/presence.ts',
    find: 'new Installation(id, id === this.#options.installation)',
    replace: 'new Installation(id, false)',
    tests: [
      'tests/service/drivers/gateway/remote/remote-installations.test.ts',
      'tests/service/drivers/gateway/remote/adapter.test.ts',
    ],
  },
  {
    what: 'a remote may send any number of messages',
    file: 'service/drivers/gateway/remote/token-bucket.ts',
    find: 'if (cost + rest > this.#tokens) return false;',
    replace: '',
    tests: [
      'tests/service/drivers/gateway/remote/bounds.test.ts',
      'tests/service/drivers/gateway/remote/small-parts.test.ts',
    ],
  },
  {
    what: 'the reserve of a remote has no bound',
    file: 'service/drivers/gateway/remote/token-bucket.ts',
    find: 'this.#tokens = Math.min(atOnce, this.#tokens + ((now - this.#filledAt) / 1000) * perSecond);',
    replace: 'this.#tokens = this.#tokens + ((now - this.#filledAt) / 1000) * perSecond;',
    tests: [
      'tests/service/drivers/gateway/remote/small-parts.test.ts',
      'tests/service/drivers/gateway/remote/bounds.test.ts',
    ],
  },
  {
    what: 'what waited at a remote is taken for readings of now',
    file: 'service/drivers/gateway/remote/remote-clock.ts',
    find: 'if (elapsed < CLOCK_TRUST_AFTER_MS) return false;',
    replace: '',
    tests: ['tests/service/drivers/gateway/remote/remote-clock.test.ts'],
  },
  {
    what: 'readings of a gateway that does not speak for an instrument pass',
    file: 'service/devices/ownership.ts',
    find: 'if (device?.decision.owner !== claim) return;\n',
    replace: '',
    tests: GATEWAY_OWNERSHIP_TESTS,
  },
  {
    what: 'a gateway that fell silent speaks on',
    file: GATEWAY_OWNERSHIP,
    find: 'this.#options.clock.monotonic() - owner.lastReadingAt <= limit',
    replace: 'this.#options.clock.monotonic() - owner.lastReadingAt <= limit * 1e6',
    tests: GATEWAY_OWNERSHIP_TESTS,
  },
  {
    what: 'an adapter that ended is listened to',
    file: GATEWAY_OWNERSHIP,
    find: '      for (const end of endings) end();\n',
    replace: '',
    tests: GATEWAY_OWNERSHIP_TESTS,
  },
  {
    what: 'late readings come twice',
    file: GATEWAY_OWNERSHIP,
    find: 'if (!counts || !this.#newest.isNews(adapter, key, at)) return;',
    replace: 'if (!counts) return;',
    tests: [
      'tests/service/drivers/gateway/devices/gateway-ownership.test.ts',
      'tests/service/drivers/gateway/remote/fleet-readings.test.ts',
    ],
  },
  {
    what: 'a value of a gateway without a header is shown in a channel of another',
    file: 'service/drivers/protocol/line.ts',
    find: 'return header && fits(header, fields) ? header : fields',
    replace: 'return header ?? fields',
    tests: ['tests/service/drivers/gateway/sensgate/parse-response.test.ts'],
  },
  {
    what: 'an answer of a gateway that is an error page is read',
    file: 'service/drivers/gateway/sensgate/parse-response.ts',
    find: "  if (status < 200 || status > 299) return { kind: 'status', status };\n",
    replace: '',
    tests: [
      'tests/service/drivers/gateway/sensgate/parse-response.test.ts',
      'tests/service/drivers/gateway/sensgate/wire.test.ts',
    ],
  },
  {
    what: 'a kept connection to a gateway that had ended is a failure',
    file: 'service/drivers/gateway/sensgate/send-request.ts',
    find: "if (outcome.kind !== 'stale') return outcome;",
    replace: "return outcome.kind === 'stale' ? outcome.outcome : outcome;",
    tests: ['tests/service/drivers/gateway/sensgate/wire.test.ts'],
  },
  {
    what: 'offers of this Mensura itself are shown',
    file: OFFERS,
    find: 'if (!offer || offer.installation === installation) {',
    replace: 'if (!offer) {',
    tests: ['tests/service/discovery/offers.test.ts'],
  },
  {
    what: 'offers have no bound',
    file: OFFERS,
    find: '    if (this.#entries.size >= MAX_OFFERS && !this.#entries.has(key)) return;\n',
    replace: '',
    tests: ['tests/service/discovery/offers.test.ts'],
  },
  {
    what: 'an offer holds for as long as it says',
    file: OFFERS,
    find: 'Math.min(heard.ttl * 1000, maxAgeMs)',
    replace: 'heard.ttl * 1000',
    tests: ['tests/service/discovery/offers.test.ts'],
  },
  {
    what: 'a broker on its own computer alone is offered',
    file: 'service/discovery/read-offer.ts',
    find: 'text(hostError).refine((host) => !isLoopbackHost(host))',
    replace: 'text(hostError)',
    tests: ['tests/service/discovery/offers.test.ts', 'tests/service/discovery/discovery.test.ts'],
  },
  {
    what: 'discovery that is switched off goes on',
    file: 'service/discovery/discovery.ts',
    find: '    await discovery?.stop();\n',
    replace: '',
    tests: ['tests/service/discovery/discovery.test.ts'],
  },
  {
    what: 'a topic level keeps a wildcard',
    file: 'service/contract/mqtt-topics.ts',
    find: 'const NOT_IN_LEVEL = /[%/+#',
    replace: 'const NOT_IN_LEVEL = /[%/#',
    tests: ['tests/service/contract/mqtt-topics.test.ts'],
  },
  {
    what: 'a prefix may be the first levels of another',
    file: 'service/contract/mqtt-topics.ts',
    find: '|| one.startsWith(`${other}/`) || other',
    replace: '|| other',
    tests: ['tests/service/contract/mqtt-topics.test.ts', 'tests/service/mqtt/clients/conflicts.test.ts'],
  },
  {
    what: 'an answer of the history has more points than were asked for',
    file: 'service/contract/history-widths.ts',
    find: 'Math.ceil(to / width) - Math.floor(from / width) <= points',
    replace: 'Math.floor((to - from) / width) <= points',
    tests: ['tests/service/contract/history.test.ts'],
  },
];
