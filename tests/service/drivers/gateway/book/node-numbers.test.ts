import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createNodeNumbers } from '../../../../../service/drivers/gateway/book/index.ts';
import { MAX_NODES, type NodeNumbersFile } from '../../../../../service/drivers/gateway/book/node-numbers.ts';
import { type Logger, silentLogger } from '../../../../../service/support/logger.ts';

let dataDir: string;
const open: NodeNumbersFile[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mensura-nodes-'));
});

afterEach(async () => {
  for (const nodes of open.splice(0)) await nodes.stop();
  await rm(dataDir, { recursive: true });
});

async function started(logger: Logger = silentLogger): Promise<NodeNumbersFile> {
  const nodes = createNodeNumbers({ dataDir, logger });
  open.push(nodes);
  expect(await nodes.start()).toBeUndefined();
  return nodes;
}

test('each gateway counts from 1, and an instrument keeps its number', async () => {
  const nodes = await started();
  expect(nodes.numberOf('G1', 'E1')).toBe(1);
  expect(nodes.numberOf('G1', 'E2')).toBe(2);
  expect(nodes.numberOf('G2', 'E2')).toBe(1);
  expect(nodes.numberOf('G1', 'E1')).toBe(1);
  expect(nodes.numberOf('G1', 'E3')).toBe(3);
});

test('numbers are the same after a restart, in whatever order they are asked for', async () => {
  const before = await started();
  for (const serial of ['E1', 'E2', 'E3']) before.numberOf('G1', serial);
  await before.stop();
  const after = await started();
  expect(after.numberOf('G1', 'E4')).toBe(4);
  expect(after.numberOf('G1', 'E3')).toBe(3);
  expect(after.numberOf('G1', 'E1')).toBe(1);
  expect(JSON.parse(await readFile(join(dataDir, 'gateway-nodes.json'), 'utf8'))).toEqual({
    version: 1,
    nodes: [
      ['G1', 'E1', 1],
      ['G1', 'E2', 2],
      ['G1', 'E3', 3],
    ],
  });
});

test('serials that run together are not one', async () => {
  const nodes = await started();
  const pairs = [
    ['G', '1E'],
    ['G1', 'E'],
    ['1:G', 'E'],
    ['1', ':GE'],
  ] as const;
  await nodes.stop();
  for (const [gateway, serial] of pairs) expect(nodes.numberOf(gateway, serial)).toBe(1);
});

test('no two of a gateway have one number, and none changes', () => {
  const pair = fc.tuple(fc.constantFrom('G1', 'G2'), fc.constantFrom('a', 'b', 'c', '__proto__'));
  return fc.assert(
    fc.asyncProperty(fc.array(pair, { maxLength: 20 }), async (pairs) => {
      const nodes = createNodeNumbers({ dataDir, logger: silentLogger });
      const given = new Map<string, number>();
      for (const [gateway, serial] of pairs) {
        const number = nodes.numberOf(gateway, serial);
        expect(given.get(`${gateway} ${serial}`) ?? number).toBe(number);
        given.set(`${gateway} ${serial}`, number);
      }
      for (const gateway of ['G1', 'G2']) {
        const numbers = [...given].filter(([key]) => key.startsWith(gateway)).map(([, number]) => number);
        expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
      }
      await nodes.stop();
    }),
    { numRuns: 20 },
  );
});

test('the one that was asked for longest ago is forgotten, and its number is free again', async () => {
  const nodes = await started();
  nodes.numberOf('G1', 'first');
  nodes.numberOf('G1', 'second');
  for (let index = 2; index < MAX_NODES; index += 1) nodes.numberOf(`G${index}`, 'x');
  nodes.numberOf('G1', 'first');
  nodes.numberOf('G', 'one more');
  expect(nodes.numberOf('G1', 'third')).toBe(2);
  expect(nodes.numberOf('G1', 'first')).toBe(1);
  await nodes.stop();
  const { nodes: kept } = JSON.parse(await readFile(join(dataDir, 'gateway-nodes.json'), 'utf8')) as {
    nodes: unknown[];
  };
  expect(kept).toHaveLength(MAX_NODES);
});

test('a damaged file is set aside; one that was edited gives no number twice', async () => {
  const path = join(dataDir, 'gateway-nodes.json');
  await writeFile(path, '{"version":1,"nodes":[["G1","E1",0]]}');
  const damaged = createNodeNumbers({ dataDir, logger: silentLogger });
  expect(await damaged.start()).toMatch(/^gateway-nodes\.json is not valid .* set aside as /);
  expect(damaged.numberOf('G1', 'E1')).toBe(1);
  await damaged.stop();
  await writeFile(path, '{"version":1,"nodes":[["G1","E1",5],["G1","E2",5],["G1","E1",6]]}');
  const nodes = await started();
  expect(nodes.numberOf('G1', 'E1')).toBe(5);
  expect(nodes.numberOf('G1', 'E2')).toBe(1);
});

test('a file that cannot be written is told of once, and numbers go on', async () => {
  const warnings: string[] = [];
  const logger: Logger = { ...silentLogger, warn: (text) => void warnings.push(text), child: () => logger };
  const nodes = await started(logger);
  await rm(dataDir, { recursive: true });
  expect(nodes.numberOf('G1', 'E1')).toBe(1);
  await expect.poll(() => warnings).toHaveLength(1);
  expect(nodes.numberOf('G1', 'E2')).toBe(2);
  await nodes.stop();
  expect(warnings).toEqual([
    expect.stringMatching(/^The numbers of instruments behind gateways cannot be kept .*ENOENT/),
  ]);
  dataDir = await mkdtemp(join(tmpdir(), 'mensura-nodes-'));
});
