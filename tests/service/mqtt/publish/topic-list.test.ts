import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TopicList } from '../../../../service/mqtt/publish/topic-list.ts';
import { silentLogger } from '../../../../service/support/logger.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mensura-topics-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('a topic that comes while the file is written waits for the next write', async () => {
  const kept: boolean[][] = [];
  const list: TopicList = new TopicList({
    folder,
    broker: { host: 'localhost', port: 1883 },
    prefix: 'lab',
    hasDiscovery: () => true,
    logger: silentLogger,
    onStored: () => kept.push(['lab/1/info', 'lab/2/info'].map((topic) => list.isReleased(topic))),
  });
  await list.start();
  list.add('lab/1/info', 'own');
  expect(list.isReleased('lab/1/info')).toBe(false);
  const written = list.flush();
  await Promise.resolve();
  list.add('lab/2/info', 'own');
  await written;
  await list.stop();
  expect(kept).toEqual([
    [true, false],
    [true, true],
  ]);
  expect(JSON.parse(await readFile(join(folder, 'topics.json'), 'utf8'))).toEqual({
    version: 1,
    broker: { host: 'localhost', port: 1883 },
    prefix: 'lab',
    topics: ['lab/1/info', 'lab/2/info'],
    discovery: [],
    stale: [],
  });
});
