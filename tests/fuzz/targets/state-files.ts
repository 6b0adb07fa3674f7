/** Damaged files of everything that a user set: what a start makes of them, and the start after it. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStores, readStores, type Stores } from '../../../service/composition/stores.ts';
import { Registry } from '../../../service/devices/registry.ts';
import { systemClock } from '../../../service/support/clock.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { must, type Prey, type Target } from '../engine/target.ts';
import { splitAt } from '../support/parts.ts';
import { mustKeepSecret, SECRET } from '../support/secrets.ts';

/** Between files; the first byte of each says which it is. */
const NEXT = 0x1e;

const NAMES = (
  'settings.json devices.json installation.json secrets.json mqtt-clients.json ' +
  'gateways.json gateway-nodes.json alarms.json alarm-state.json known-devices.json dashboards.json databases.json corrections.json computed.json computed-state.json run-plans.json'
).split(' ');

const KNOWN_DEVICE = {
  family: 'usb',
  serial: 'E24638',
  product: {
    channels: {},
    info: { interfaces: { vcp: 'VCP' }, name: 'VCP-PTH450-CAL', sku: '602103', vendor: 'Dracal' },
    model: 'VCP-PTH450-CAL/v1',
  },
  vendor: 'Dracal',
  product_name: 'VCP-PTH450-CAL',
  firmware: { major: 2, minor: 4 },
  connections: { usb: null, vcp: { port: '/dev/ttyACM0' } },
  protocols: { usb: true, vcp: true },
  protocol: 'vcp',
  period_ms: 1000,
  labels: {},
  also_behind: [],
  last_reading: null,
  last_seen: '2026-11-20T14:45:12.318Z',
  reason: 'unplugged',
  values: {},
};

const CORRECTED = {
  family: 'usb',
  serial: 'E24638',
  channel: 'temperature',
  versions: [
    {
      version: 1,
      since: '2026-11-20T14:45:12.318Z',
      unit: '°C',
      correction: { unit: '°F', points: [{ measured: 68.2, reference: 68 }], due: '2027-11-01' },
      coefficients: [-0.111, 1, 0],
    },
    { version: 2, since: '2026-11-21T14:45:12.318Z', unit: '°C', correction: null, coefficients: null },
  ],
};

const COMPUTED = {
  id: 'c01b2c3d4',
  computed: { name: 'Degree-hours', unit: '°C·h', formula: 'integral([usb/E24638/temperature]) / hour' },
  reset_at: 1_795_185_912_318,
};

const RUN_PLAN = {
  id: 'p01b2c3d4',
  plan: {
    name: 'Night {n}',
    channels: [{ family: 'usb', serial: 'E24638', channel: 'temperature' }],
    start: { kind: 'schedule', weekdays: ['mon'], time: '22:00' },
  },
  started: 3,
  last_started: 1_795_185_912_318,
  handled: 1_795_185_900_000,
  waiting: false,
};

const INTEGRAL = {
  id: 'c01b2c3d4',
  formula: 'integral([usb/E24638/temperature]) / hour',
  at: 1_795_185_913_318,
  state: { integrals: [{ total: 20.5, at: 1_795_185_913_318, value: 20.5, from: 1_795_185_913_318 }] },
};

/** What the stores have, as text. */
function valuesOf(stores: Stores): string {
  const { settings, memory, mqttClients, gateways, alarmRules, alarmState, knownDevices, dashboards, corrections } =
    stores;
  const { computed, integrals, runPlans } = stores;
  const clients = [...mqttClients.clients.values()];
  return JSON.stringify([
    settings.get(),
    memory.all(),
    clients,
    [...gateways.configs],
    [...alarmRules.rules],
    alarmState.state,
    knownDevices.devices,
    dashboards.list(),
    [...corrections.channels.values()],
    [...computed.entries.values()],
    [...computed.entries.values()].map((entry) => integrals.of(entry)),
    [...runPlans.entries.values()],
  ]);
}

interface Start {
  stores: Stores;
  told: string[];
  logged: string[];
}

async function start(dataDir: string): Promise<Start> {
  const logged: string[] = [];
  const write = (text: string): void => void logged.push(text);
  const logger = { ...silentLogger, error: write, warn: write, info: write, child: () => logger };
  const registry = new Registry({ clock: systemClock, logger });
  const stores = createStores({ dataDir, encryption: undefined, registry, logger });
  await readStores(stores, registry);
  return { stores, told: registry.problems().map(({ text }) => text), logged };
}

function open(base: string): Prey {
  const dataDir = join(base, 'data-of-somebody');

  async function run(input: Uint8Array): Promise<void> {
    rmSync(dataDir, { recursive: true, force: true });
    mkdirSync(dataDir);
    const written = new Map<string, Buffer>();
    for (const part of splitAt(Buffer.from(input), NEXT)) {
      const name = NAMES[(part[0] ?? 0) % NAMES.length] ?? '';
      written.set(name, part.subarray(1));
      writeFileSync(join(dataDir, name), part.subarray(1));
    }
    const contents = [...written.values()];
    const first = await start(dataDir);
    mustKeepSecret([...first.told, ...first.logged], contents);
    must(!first.told.some((text) => text.includes(base)), `a path stands in: ${first.told.join(' ')}`);
    must(
      first.told.every((text) => text.length < 3000),
      'a problem without end',
    );
    const names = readdirSync(dataDir);
    for (const text of first.told) {
      // What was set aside is what was there, byte for byte.
      const [name = '', aside] = /^(\S+) .*renamed to (\S+)\.$/s.exec(text)?.slice(1) ?? [];
      if (aside === undefined) continue;
      must(names.includes(aside), `${aside} is not there`);
      must(
        readFileSync(join(dataDir, aside)).equals(written.get(name) ?? Buffer.alloc(0)),
        `${aside} is not what was there`,
      );
    }
    const second = await start(dataDir);
    const untold = second.told.filter((text) => !text.includes('plain-text secrets'));
    must(untold.length === 0, `the second start says: ${untold.join(' ')}`);
    must(valuesOf(second.stores) === valuesOf(first.stores), 'the second start has other values');
    must(second.stores.installation.id === first.stores.installation.id, 'the second start has another id');
    // Whatever could be read can be written, and read again.
    const before = valuesOf(second.stores);
    await second.stores.settings.patch({});
    await second.stores.mqttClients.change((clients) => clients);
    await second.stores.gateways.change((configs) => configs);
    await second.stores.alarmRules.change((rules) => rules);
    await second.stores.dashboards.replaceAll(second.stores.dashboards.list());
    await second.stores.corrections.change((channels) => channels);
    await second.stores.computed.change((entries) => entries);
    await second.stores.runPlans.change((entries) => entries);
    const third = await start(dataDir);
    must(third.told.length === 0, `what was written is not read: ${third.told.join(' ')}`);
    must(valuesOf(third.stores) === before, 'what was written is read as something else');
    if (valuesOf(third.stores).includes(SECRET))
      mustKeepSecret([readFileSync(join(dataDir, 'mqtt-clients.json'), 'utf8')], contents);
  }

  return { run };
}

const CLIENT = {
  host: '127.0.0.1',
  port: 1883,
  name: 'local',
  clean_session: true,
  keep_alive: 60,
  protocol_version: 4,
  reconnect: { enable: true, min_delay: 1000, max_delay: 60_000 },
  ssl: false,
  username: 'u',
};
const ADDRESS = JSON.stringify(['127.0.0.1', 1883, false, true]);
const RULE = {
  family: 'usb',
  serial: 'E1',
  channel: 'temperature',
  upper: 30,
  change: 2,
  change_s: 60,
  deviation: 1,
  reference: { family: 'computed', serial: 'c01234567', channel: 'value' },
  watch_days: ['mon'],
  watch_from: '22:00',
  watch_to: '06:00',
};
const SNOOZED = { until: '2026-11-20T14:45:12.318Z', reason: 'Defrosting.', by: 'Ann' };
const TILE = { id: 't1', kind: 'chart', x: 0, y: 0, w: 6, h: 4, channels: ['usb/E1/temperature'], span_ms: 600_000 };
const ALARM = {
  id: 'a',
  family: 'usb',
  serial: 'E1',
  channel: 'temperature',
  rule: 'r1',
  kind: 'above',
  limit: 5,
  magnitude: 6,
  peak: 7,
  unit: '°C',
  since: '2026-11-20T14:45:12.318Z',
  ended: null,
  acknowledged: null,
};

function seed(...files: (readonly [name: string, content: unknown])[]): string {
  return files
    .map(([name, content]) => String.fromCharCode(NAMES.indexOf(name)) + JSON.stringify(content))
    .join('\u001e');
}

export const target: Target = {
  covers: [
    'service/settings/',
    'service/support/json',
    'service/mqtt/clients/',
    'service/drivers/gateway/',
    'service/alarms/',
    'service/contract/',
  ],
  words: [
    '{"version":1,',
    '"password":"',
    SECRET,
    '"secret":"',
    '"ca":"-----BEGIN CERTIFICATE-----',
    '"advanced":{',
    '"mqtt":{"clients":{',
    '"__proto__":{',
    'constructor',
    '"sealed":"',
    '\u001e',
    '[]',
    '{}',
    'null',
    '"port":',
    '"id":"',
    '"devices":{"usb/E1":{',
    '"records":{',
    '"nodes":[["G","S",1]',
    '"alias":"',
    '"channels":{',
  ],
  maxBytes: 4096,
  seeds: [
    seed(
      ['settings.json', { port: 11_400, csv_log: true }],
      [
        'devices.json',
        {
          version: 1,
          devices: {
            'usb/E1': { alias: 'roof', note: '', period_ms: 1000, channels: { temperature: { alias: 't' } } },
          },
        },
      ],
    ),
    seed(['mqtt-clients.json', { mqtt: { clients: { 'my-client': { ...CLIENT, password: SECRET } } } }]),
    seed(
      [
        'secrets.json',
        {
          version: 1,
          records: { 'mqtt-1': { address: ADDRESS, secrets: { password: SECRET, ca: '', certificate: '', key: '' } } },
        },
      ],
      [
        'mqtt-clients.json',
        { mqtt: { clients: { 'my-client': { ...CLIENT, secret: 'mqtt-1' }, other: { ...CLIENT, name: 'two' } } } },
      ],
    ),
    seed([
      'databases.json',
      {
        version: 1,
        databases: [
          { id: 'b01a2b3c4', kind: 'influxdb1', name: 'plant', url: 'http://127.0.0.1:8086', database: 'plant' },
          {
            id: 'b01a2b3c5',
            kind: 'influxdb2',
            name: 'cloud',
            url: 'https://db.example',
            bucket: 'b',
            secret: 'database-1',
          },
        ],
      },
    ]),
    seed(
      [
        'gateways.json',
        {
          version: 1,
          gateways: [
            { id: 'g01a2b3c4', kind: 'sensgate', name: 'roof', host: '192.168.40.1', port: 8080, period_ms: 1000 },
          ],
        },
      ],
      [
        'gateway-nodes.json',
        {
          version: 1,
          nodes: [
            ['G1', 'E1', 1],
            ['G1', 'E2', 2],
          ],
        },
      ],
    ),
    seed(
      ['alarms.json', { version: 1, rules: [{ id: 'a01234567', rule: RULE, snoozed: SNOOZED }] }],
      ['alarm-state.json', { version: 1, listed: [ALARM], unlogged: [] }],
      ['installation.json', { id: 'MS0123456789' }],
    ),
    seed([
      'dashboards.json',
      { version: 1, dashboards: [{ id: 'd01b2c3d4', dashboard: { name: 'Roof', tiles: [TILE] } }] },
    ]),
    seed(['known-devices.json', { version: 1, devices: [KNOWN_DEVICE] }]),
    seed(['corrections.json', { version: 1, channels: [CORRECTED] }]),
    seed(
      ['computed.json', { version: 1, computed: [COMPUTED] }],
      ['computed-state.json', { version: 1, integrals: [INTEGRAL] }],
    ),
    seed(['run-plans.json', { version: 1, plans: [RUN_PLAN] }]),
    '\0{"port": 1,}',
  ],
  open,
};
