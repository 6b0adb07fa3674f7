/** The examples of docs/mqtt.md are what is published, byte for byte. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { READING_CHOICE_DEFAULTS } from '../../../../service/contract/index.ts';
import { createProduct, VENDOR } from '../../../../service/devices/catalogue.ts';
import { channelOf } from '../../../../service/devices/quantities.ts';
import { ClientPublisher } from '../../../../service/mqtt/publish/client-publisher.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { clientConfig, createPublisherBench, PlayedBroker, PlayedOutbox } from './support.ts';

const RTD = {
  product: createProduct('VCP-RTD300-CAL', VENDOR, [channelOf('temperature')]),
  productName: 'VCP-RTD300-CAL',
};
const CLIMATE = {
  product: createProduct('VCP-PTH450-CAL', VENDOR, [channelOf('temperature'), channelOf('relative_humidity')]),
};

test('every example of docs/mqtt.md', async () => {
  const text = await readFile(new URL('../../../../docs/mqtt.md', import.meta.url), 'utf8');
  const [about, info, alarm, measurement, channel, mean, discovery, ...others] = [
    ...text.matchAll(/```json\n(.*)\n```/g),
  ].map(([, example]) => example);
  expect(others).toEqual([]);

  const folder = await mkdtemp(join(tmpdir(), 'mensura-docs-'));
  const { publisher, alarms, clock, attach, sample } = createPublisherBench();
  const outbox = new PlayedOutbox();
  const config = clientConfig({}, { layout: 'both', discovery: true });
  const options = { installation: 'MS0123456789', publisher, outbox, folder, clock, logger: silentLogger };
  const feed = new ClientPublisher({ ...options, config });
  attach('E24638', RTD);
  await feed.start();
  const broker = new PlayedBroker();
  broker.connect(feed.retained);
  attach('E24638', CLIMATE);
  alarms.raise();
  await Promise.resolve();
  sample('E24638', { temperature: 21.123456789012344, relative_humidity: 40.5 });
  await feed.stop();

  const means = new PlayedOutbox();
  const readings = { ...READING_CHOICE_DEFAULTS, interval_s: 60, interval_value: 'mean' } as const;
  const chosen = new ClientPublisher({ ...options, outbox: means, config: clientConfig({}, { readings }) });
  await chosen.start();
  sample('E24638', { temperature: 21 });
  sample('E24638', { temperature: 22 });
  clock.advance(60_000);
  sample('E24638', { temperature: 23 });
  await chosen.stop();
  await rm(folder, { recursive: true });

  expect(broker.log.map(({ payload }) => payload)).toEqual(expect.arrayContaining([about, info, alarm, discovery]));
  expect(means.messages[0]?.payload).toBe(mean);
  expect(outbox.messages.map(({ payload }) => payload)).toEqual(expect.arrayContaining([measurement, channel]));
});
