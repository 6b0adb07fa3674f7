import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ClientPublisher } from '../../../../service/mqtt/publish/client-publisher.ts';
import type { ClientConfig } from '../../../../service/mqtt/types.ts';
import { writeFileAtomic } from '../../../../service/support/atomic-file.ts';
import { type Logger, silentLogger } from '../../../../service/support/logger.ts';
import {
  clientConfig,
  createPublisherBench,
  createWarnings,
  PlayedBroker,
  PlayedOutbox,
  type PublisherBench,
} from './support.ts';

vi.mock(import('../../../../service/support/atomic-file.ts'), async (original) => {
  const actual = await original();
  return { ...actual, writeFileAtomic: vi.fn<typeof writeFileAtomic>(actual.writeFileAtomic) };
});

const INSTALLATION = 'MS0123456789';

describe('the feed of a client', () => {
  let folder: string;
  let feeds: ClientPublisher[];
  let bench: PublisherBench;
  let broker: PlayedBroker;
  let outbox: PlayedOutbox;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mensura-feed-'));
    feeds = [];
    bench = createPublisherBench();
    broker = new PlayedBroker();
    outbox = new PlayedOutbox();
  });

  afterEach(async () => {
    for (const feed of feeds) await feed.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const startFeed = async (
    config: ClientConfig = clientConfig(),
    logger: Logger = silentLogger,
  ): Promise<ClientPublisher> => {
    const { publisher, clock } = bench;
    const installation = INSTALLATION;
    const feed = new ClientPublisher({ config, installation, publisher, outbox, folder, clock, logger });
    feeds.push(feed);
    await feed.start();
    broker.connect(feed.retained);
    return feed;
  };

  /** The end of a run, in good order or not. */
  const endRun = async (feed: ClientPublisher, inGoodOrder = true): Promise<void> => {
    broker.lose();
    if (inGoodOrder) broker.receive([feed.will]);
    await feed.stop();
    bench = createPublisherBench();
  };

  const readList = (): { topics: string[]; discovery: string[]; stale: string[] } =>
    JSON.parse(readFileSync(join(folder, 'topics.json'), 'utf8'));

  describe('what is retained', () => {
    test('status, about, and info, status and alarms of each device that is there', async () => {
      bench.attach('E24638');
      await startFeed();
      expect(broker.log).toEqual([
        { topic: 'lab/status', payload: 'online', qos: 1, retain: true },
        {
          topic: 'lab/about',
          payload: '{"installation":"MS0123456789","service_name":"mensura-device-service","version":"3.7.0"}',
          qos: 1,
          retain: true,
        },
        { topic: 'lab/E24638/info', payload: bench.devices[0]?.info, qos: 1, retain: true },
        { topic: 'lab/E24638/status', payload: 'online', qos: 1, retain: true },
        { topic: 'lab/E24638/alarm', payload: '[]', qos: 1, retain: true },
      ]);
    });

    test('the will says offline, at the quality of service that is set', async () => {
      const feed = await startFeed(clientConfig({ name: 'plant/hall 2' }, { qos: 2 }));
      const offline = { topic: 'plant/hall 2/status', payload: 'offline', qos: 2, retain: true };
      expect(feed.will).toEqual(offline);
    });

    test('devices come, change and go', async () => {
      await startFeed();
      bench.attach('E24638');
      await broker.until(() => broker.retained.get('lab/E24638/status') === 'online');
      bench.attach('E24638', { periodMs: 250 });
      await broker.until(() => broker.retained.get('lab/E24638/info') === bench.devices.at(-1)?.info);
      bench.detach('E24638');
      await broker.until(() => broker.retained.get('lab/E24638/status') === 'offline');
      expect(broker.retained.get('lab/E24638/info')).toBe(bench.devices.at(-1)?.info);
      bench.attach('E24638', { periodMs: 250 });
      await broker.until(() => broker.retained.get('lab/E24638/status') === 'online');
    });

    test('a serial with signs that a topic cannot hold is percent-encoded, and known again after a restart', async () => {
      const serial = 'a/b+#%1';
      bench.attach(serial);
      await endRun(await startFeed());
      expect(broker.retained.get('lab/a%2Fb%2B%23%251/status')).toBe('online');
      await startFeed();
      expect(broker.retained.get('lab/a%2Fb%2B%23%251/status')).toBe('offline');
    });

    test('what a topic holds already is not said again', async () => {
      bench.attach('E24638');
      await startFeed();
      broker.log.length = 0;
      bench.attach('E24638', { periodMs: 250 });
      expect(broker.log.map(({ topic }) => topic)).toEqual(['lab/E24638/info']);
    });

    test('while the broker is away only the newest of each topic waits', async () => {
      const feed = await startFeed();
      broker.lose();
      const released = new Promise<void>((resolve) => {
        feed.retained.onReady = resolve;
      });
      bench.attach('E24638');
      for (const periodMs of [200, 300, 400]) bench.attach('E24638', { periodMs });
      bench.detach('E24638');
      await released;
      broker.log.length = 0;
      broker.connect(feed.retained);
      expect(broker.log.map(({ topic }) => topic)).toEqual([
        'lab/status',
        'lab/about',
        'lab/E24638/info',
        'lab/E24638/status',
        'lab/E24638/alarm',
      ]);
      expect(broker.log.at(-3)?.payload).toBe(bench.devices.at(-1)?.info);
      expect(broker.log.at(-2)?.payload).toBe('offline');
    });

    test('after a lost connection everything is said again: status first, then about, then devices', async () => {
      bench.attach('E24638');
      const feed = await startFeed();
      bench.attach('E24640');
      await broker.until(() => broker.retained.has('lab/E24640/status'));
      const before = new Map(broker.retained);
      broker.lose();
      broker.receive([feed.will]);
      broker.retained.clear();
      broker.log.length = 0;
      broker.connect(feed.retained);
      expect(broker.retained).toEqual(before);
      expect(broker.log.slice(0, 2).map(({ topic }) => topic)).toEqual(['lab/status', 'lab/about']);
    });

    test('what was taken and not settled is given again', async () => {
      const feed = await startFeed();
      broker.lose();
      const first = feed.retained.take();
      const second = feed.retained.take();
      feed.retained.rewind();
      expect([feed.retained.take(), feed.retained.take()]).toEqual([first, second]);
      expect(feed.retained.take()).toBeUndefined();
    });

    test('a refused message is told of once, and not sent again on the same connection', async () => {
      const { logger, warnings } = createWarnings();
      bench.attach('E24638');
      const feed = await startFeed(clientConfig(), logger);
      broker.lose();
      for (let message = feed.retained.take(); message; message = feed.retained.take()) {
        feed.retained.settle(message, { kind: 'refused', text: 'not authorized' });
      }
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toMatch(/lab\/status: not authorized/);
    });
  });

  describe('readings', () => {
    const MEASUREMENT =
      '{"serial":"E24638","timestamp":"2026-11-20T14:45:12.318Z","values":{"relative_humidity":{"magnitude":40.5,"unit":"%rh"}}}';
    const CHANNEL = '{"magnitude":40.5,"timestamp":"2026-11-20T14:45:12.318Z","unit":"%rh"}';
    const at = Date.UTC(2026, 10, 20, 14, 45, 12, 318);

    test.each([
      ['device', [{ topic: 'E24638/measurement', payload: MEASUREMENT, at }]],
      ['channel', [{ topic: 'E24638/channel/relative_humidity', payload: CHANNEL, at }]],
      [
        'both',
        [
          { topic: 'E24638/measurement', payload: MEASUREMENT, at },
          { topic: 'E24638/channel/relative_humidity', payload: CHANNEL, at },
        ],
      ],
    ] as const)('layout %s', async (layout, expected) => {
      bench.attach('E24638');
      await startFeed(clientConfig({}, { layout }));
      bench.sample('E24638', { relative_humidity: 40.5 });
      expect(outbox.messages).toEqual(expected);
    });

    test('a channel that turned invalid is null in its own topic too', async () => {
      bench.attach('E24638');
      await startFeed(clientConfig({}, { layout: 'channel' }));
      bench.sample('E24638', { relative_humidity: 40.5 });
      bench.sample('E24638', { relative_humidity: null });
      expect(outbox.messages.at(-1)?.payload).toBe(
        '{"magnitude":null,"timestamp":"2026-11-20T14:45:12.318Z","unit":"%rh"}',
      );
    });

    test('clients share the texts, and none is lost while the list of the last run is read', async () => {
      bench.attach('E24638');
      const { publisher, clock } = bench;
      const other = new PlayedOutbox();
      const options = { installation: INSTALLATION, publisher, folder, clock, logger: silentLogger };
      const feed = new ClientPublisher({
        ...options,
        config: clientConfig({ name: 'b' }, { layout: 'both' }),
        outbox: other,
      });
      feeds.push(feed);
      const started = feed.start();
      bench.sample('E24638', { relative_humidity: 40.5 });
      await started;
      expect(other.messages.map(({ topic }) => topic)).toEqual([
        'E24638/measurement',
        'E24638/channel/relative_humidity',
      ]);
    });

    test('a feed that is stopped while it starts begins nothing', async () => {
      const { publisher, clock } = bench;
      const options = { installation: INSTALLATION, publisher, folder, clock, logger: silentLogger };
      const feed = new ClientPublisher({ ...options, config: clientConfig(), outbox });
      const listen = vi.spyOn(publisher.events, 'on');
      const started = feed.start();
      await feed.stop();
      await started;
      expect(listen.mock.calls.map(([name]) => name)).toEqual(['sampleSet']);
      bench.attach('E24638');
      bench.sample('E24638', { relative_humidity: 40.5 });
      expect(feed.retained.take()).toBeUndefined();
      expect(outbox.messages).toEqual([]);
    });

    test('a feed that is started twice listens once', async () => {
      bench.attach('E24638');
      const feed = await startFeed();
      await feed.start();
      bench.sample('E24638', { relative_humidity: 40.5 });
      expect(outbox.messages).toHaveLength(1);
    });

    test('after the stop nothing is handed on', async () => {
      bench.attach('E24638');
      const feed = await startFeed();
      await feed.stop();
      await feed.stop();
      bench.sample('E24638', { relative_humidity: 40.5 });
      expect(outbox.messages).toEqual([]);
    });
  });

  describe('the list of published topics', () => {
    test('a topic is in the file before the broker hears of it', async () => {
      broker.onMessage = ({ topic }) => {
        const { topics, discovery } = readList();
        expect([...topics, ...discovery]).toContain(topic);
      };
      bench.attach('E24638');
      await startFeed(clientConfig({}, { discovery: true }));
      bench.attach('E24640');
      await broker.until(() => broker.retained.has('lab/E24640/status'));
      expect(broker.log.length).toBeGreaterThan(16);
    });

    test.each([true, false])('after a restart (in good order: %s) a device that is away is offline', async (good) => {
      bench.attach('E24638');
      bench.attach('E24640');
      await endRun(await startFeed(), good);
      bench.attach('E24640');
      await startFeed();
      expect(broker.retained.get('lab/status')).toBe('online');
      expect(broker.retained.get('lab/E24638/status')).toBe('offline');
      expect(broker.retained.get('lab/E24640/status')).toBe('online');
      expect(broker.retained.has('lab/E24638/info')).toBe(true);
    });

    test('under another name the topics of the old one are cleared, also when the name is a level of it', async () => {
      bench.attach('E24638');
      await endRun(await startFeed(clientConfig({ name: 'lab/room', host: 'Broker.example' })));
      bench.attach('E24638');
      await startFeed(clientConfig({ name: 'lab', host: 'broker.example' }));
      expect([...broker.retained.keys()].toSorted()).toEqual([
        'lab/E24638/alarm',
        'lab/E24638/info',
        'lab/E24638/status',
        'lab/about',
        'lab/status',
      ]);
      await vi.waitFor(() => expect(readList().stale).toEqual([]), 30_000);
    });

    test('what could not be cleared is cleared by a later run', async () => {
      bench.attach('E24638');
      await endRun(await startFeed(clientConfig({ name: 'a' })));
      const { publisher, clock } = bench;
      const options = { installation: INSTALLATION, publisher, outbox, folder, clock, logger: silentLogger };
      const unheard = new ClientPublisher({ ...options, config: clientConfig({ name: 'b' }) });
      await unheard.start();
      await unheard.stop();
      await startFeed(clientConfig({ name: 'c' }));
      expect([...broker.retained.keys()].toSorted()).toEqual(['c/about', 'c/status']);
    });

    test('a name that was given up and taken again is not cleared', async () => {
      bench.attach('E24638');
      await endRun(await startFeed(clientConfig({ name: 'a' })));
      const { publisher, clock } = bench;
      const options = { installation: INSTALLATION, publisher, outbox, folder, clock, logger: silentLogger };
      const unheard = new ClientPublisher({ ...options, config: clientConfig({ name: 'b' }) });
      await unheard.start();
      await unheard.stop();
      bench.attach('E24638');
      await startFeed(clientConfig({ name: 'a' }));
      expect(broker.retained.get('a/status')).toBe('online');
      expect(broker.retained.get('a/E24638/status')).toBe('online');
      bench.attach('E24640');
      await broker.until(() => broker.retained.has('a/E24640/status'));
      expect(readList().topics).toContain('a/E24638/status');
      expect(readList().stale).not.toContain('a/E24638/status');
    });

    test('at another broker nothing is cleared, and a new list begins', async () => {
      bench.attach('E24638');
      await endRun(await startFeed(clientConfig({ name: 'a' })));
      broker = new PlayedBroker();
      await startFeed(clientConfig({ name: 'b', port: 1884 }));
      expect(broker.log.map(({ topic }) => topic)).toEqual(['b/status', 'b/about']);
      expect(readList().topics).toEqual(['b/status', 'b/about']);
    });

    test('a damaged list is set aside, and publishing goes on', async () => {
      const { logger, warnings } = createWarnings();
      await writeFile(join(folder, 'topics.json'), '{"version":1,"topics":[1]}');
      bench.attach('E24638');
      await startFeed(clientConfig(), logger);
      expect(broker.retained.get('lab/E24638/status')).toBe('online');
      expect(warnings[0]).toMatch(/^topic list damaged.*topics\.json is not valid .* renamed to/);
      expect((await readdir(folder)).filter((name) => name.startsWith('topics.json.damaged-'))).toHaveLength(1);
    });

    test('a folder that cannot be used is told of, and publishing goes on', async () => {
      const { logger, warnings } = createWarnings();
      await rm(folder, { recursive: true });
      await writeFile(folder, 'a file, no folder');
      bench.attach('E24638');
      await startFeed(clientConfig(), logger);
      bench.attach('E24640');
      await broker.until(() => broker.retained.get('lab/E24640/status') === 'online');
      expect(warnings.filter((text) => text.includes('cannot use the topic list'))).toHaveLength(1);
      expect(warnings.filter((text) => text.includes('cannot write the topic list'))).toHaveLength(1);
    });

    test('1,000 devices that come one after the other are a handful of writes', async () => {
      await startFeed(clientConfig({}, { discovery: true }));
      vi.mocked(writeFileAtomic).mockClear();
      for (let index = 0; index < 1000; index += 1) {
        bench.attach(`E${String(index).padStart(5, '0')}`);
        if (index % 50 === 0) await new Promise(setImmediate);
      }
      await broker.until(() => broker.retained.get('lab/E00999/status') === 'online');
      expect(broker.retained.size).toBe(2 + 1000 * 11);
      expect(vi.mocked(writeFileAtomic).mock.calls.length).toBeLessThan(20);
    });

    test('a list that is full keeps what it has: a further device has its readings alone', async () => {
      const { logger, warnings } = createWarnings();
      const topics = Array.from({ length: 99_998 }, (_, index) => `lab/X${index}/info`);
      const broken = { version: 1, broker: { host: 'localhost', port: 1883 }, prefix: 'lab', discovery: [], stale: [] };
      await writeFile(join(folder, 'topics.json'), JSON.stringify({ ...broken, topics }));
      await startFeed(clientConfig(), logger);
      bench.attach('E24638');
      bench.attach('E24640');
      bench.sample('E24640', { relative_humidity: 40.5 });
      expect(outbox.messages.map(({ topic }) => topic)).toEqual(['E24640/measurement']);
      expect([...broker.retained.keys()]).toEqual(['lab/status', 'lab/about']);
      expect(warnings).toEqual([expect.stringContaining('100000 retained topics')]);
    });
  });

  describe('removal', () => {
    test('says offline first, then clears everything that was ever published, the status last', async () => {
      bench.attach('E24638');
      await endRun(await startFeed());
      bench.attach('E24640');
      const feed = await startFeed(clientConfig({}, { discovery: true }));
      broker.lose();
      const { clearing } = feed;
      expect(clearing[0]).toEqual({ topic: 'lab/status', payload: 'offline', qos: 1, retain: true });
      expect(clearing.at(-1)).toEqual({ topic: 'lab/status', payload: '', qos: 1, retain: true });
      expect(clearing.slice(1).every(({ payload, retain }) => payload === '' && retain)).toBe(true);
      expect(clearing.map(({ topic }) => topic).toSorted()).toEqual(
        [...broker.retained.keys(), 'lab/status'].toSorted(),
      );
      broker.receive(clearing);
      expect(broker.retained).toEqual(new Map());
    });
  });

  describe('Home Assistant discovery', () => {
    const configs = (): string[] => [...broker.retained.keys()].filter((topic) => topic.endsWith('/config'));

    test('one message per channel, kept when the device goes, cleared when discovery is switched off', async () => {
      bench.attach('E24638');
      const feed = await startFeed(clientConfig({}, { discovery: true }));
      expect(configs()).toHaveLength(8);
      expect(configs()).toContain('homeassistant/sensor/MS0123456789_client-1/E24638_temperature/config');
      bench.detach('E24638');
      await broker.until(() => broker.retained.get('lab/E24638/status') === 'offline');
      expect(configs()).toHaveLength(8);
      await endRun(feed);
      await startFeed(clientConfig({}, { discovery: true }));
      expect(configs()).toHaveLength(8);
      await endRun(feeds.at(-1)!);
      await startFeed();
      expect(configs()).toEqual([]);
    });

    test('another discovery prefix: the old topics are cleared', async () => {
      bench.attach('E24638');
      await endRun(await startFeed(clientConfig({}, { discovery: true })));
      bench.attach('E24638');
      await startFeed(clientConfig({}, { discovery: true, discovery_prefix: 'ha' }));
      expect(configs()).toHaveLength(8);
      expect(configs().every((topic) => topic.startsWith('ha/'))).toBe(true);
    });

    test.each([true, false])('a channel that is no more is cleared (after a restart: %s)', async (restart) => {
      const { product } = bench.attach('E24638');
      const { altitude: _, ...channels } = product.channels;
      const feed = await startFeed(clientConfig({}, { discovery: true }));
      if (restart) {
        await endRun(feed);
        await startFeed(clientConfig({}, { discovery: true }));
      }
      bench.attach('E24638', { product: { ...product, channels } });
      await broker.until(() => configs().length === 7);
      expect(configs().some((topic) => topic.includes('altitude'))).toBe(false);
      bench.attach('E24638', { product });
      await broker.until(() => configs().length === 8);
      await vi.waitFor(() => expect(readList().discovery).toHaveLength(8), 30_000);
      expect(readList().stale).toEqual([]);
    });
  });
});
