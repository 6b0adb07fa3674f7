import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MAX_NODES, NodeNumbers } from '../../../../../service/drivers/gateway/devices/node-numbers.ts';
import { type Logger, silentLogger } from '../../../../../service/support/logger.ts';

const unused = (): boolean => false;

let dataDir: string;
const open: NodeNumbers[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mensura-nodes-'));
});

afterEach(async () => {
  for (const nodes of open.splice(0)) await nodes.stop();
  await rm(dataDir, { recursive: true });
});

async function started(logger: Logger = silentLogger): Promise<NodeNumbers> {
  const nodes = new NodeNumbers(dataDir, logger);
  open.push(nodes);
  expect(await nodes.start()).toBeUndefined();
  return nodes;
}

test('each gateway counts from 1, and an instrument keeps its number', async () => {
  const nodes = await started();
  expect(nodes.numberOf('G1', 'E1', unused)).toBe(1);
  expect(nodes.numberOf('G1', 'E2', unused)).toBe(2);
  expect(nodes.numberOf('G2', 'E2', unused)).toBe(1);
  expect(nodes.numberOf('G1', 'E1', unused)).toBe(1);
  expect(nodes.numberOf('G1', 'E3', unused)).toBe(3);
});

test('numbers are the same after a restart, in whatever order they are asked for', async () => {
  const before = await started();
  for (const serial of ['E1', 'E2', 'E3']) before.numberOf('G1', serial, unused);
  await before.stop();
  const after = await started();
  expect(after.numberOf('G1', 'E4', unused)).toBe(4);
  expect(after.numberOf('G1', 'E3', unused)).toBe(3);
  expect(after.numberOf('G1', 'E1', unused)).toBe(1);
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
  for (const [gateway, serial] of pairs) expect(nodes.numberOf(gateway, serial, unused)).toBe(1);
});

test('no two of a gateway have one number, and none changes', () => {
  const pair = fc.tuple(fc.constantFrom('G1', 'G2'), fc.constantFrom('a', 'b', 'c', '__proto__'));
  return fc.assert(
    fc.asyncProperty(fc.array(pair, { maxLength: 20 }), async (pairs) => {
      const nodes = new NodeNumbers(dataDir, silentLogger);
      const given = new Map<string, number>();
      for (const [gateway, serial] of pairs) {
        const number = nodes.numberOf(gateway, serial, unused);
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

/** The gateways and serials in the file. */
async function kept(): Promise<string[]> {
  const { nodes } = JSON.parse(await readFile(join(dataDir, 'gateway-nodes.json'), 'utf8')) as {
    nodes: [string, string, number][];
  };
  return nodes.map(([gateway, serial]) => `${gateway} ${serial}`);
}

test('those that were asked for longest ago are forgotten, and their numbers are free again', async () => {
  const nodes = await started();
  nodes.numberOf('G1', 'first', unused);
  nodes.numberOf('G1', 'second', unused);
  for (let index = 2; index < MAX_NODES; index += 1) nodes.numberOf(`G${index}`, 'x', unused);
  nodes.numberOf('G1', 'first', unused);
  nodes.numberOf('G', 'one more', unused);
  expect(nodes.numberOf('G1', 'third', unused)).toBe(2);
  expect(nodes.numberOf('G1', 'first', unused)).toBe(1);
  await nodes.stop();
  const all = await kept();
  expect(all.length).toBeGreaterThan(MAX_NODES / 2);
  expect(all.length).toBeLessThanOrEqual(MAX_NODES);
});

test('numbers in use stay, however many others are asked for, and after a restart', async () => {
  const before = await started();
  const isInUse = (gateway: string): boolean => gateway === 'G1';
  for (const serial of ['E1', 'E2']) before.numberOf('G1', serial, isInUse);
  for (let index = 0; index < 2 * MAX_NODES; index += 1) before.numberOf(`G2${index % 50}`, `X${index}`, isInUse);
  expect(before.numberOf('G1', 'E2', isInUse)).toBe(2);
  await before.stop();
  expect((await kept()).length).toBeLessThanOrEqual(MAX_NODES);
  const after = await started();
  expect(after.numberOf('G1', 'E1', unused)).toBe(1);
});

test('as many as are in use have numbers of their own', async () => {
  const before = await started();
  const all = Array.from({ length: MAX_NODES + 10 }, (_, index) => [`G${index % 50}`, `E${index}`] as const);
  const numbersOf = (nodes: NodeNumbers, isInUse: () => boolean): string[] =>
    all.map(([gateway, serial]) => `${gateway} ${nodes.numberOf(gateway, serial, isInUse)}`);
  const given = numbersOf(before, () => true);
  expect(new Set(given).size).toBe(all.length);
  await before.stop();
  const after = await started();
  after.numberOf('G', 'before all others', unused);
  expect(numbersOf(after, unused)).toEqual(given);
});

test('a damaged file is set aside; one that was edited gives no number twice', async () => {
  const path = join(dataDir, 'gateway-nodes.json');
  await writeFile(path, '{"version":1,"nodes":[["G1","E1",0]]}');
  const damaged = new NodeNumbers(dataDir, silentLogger);
  expect(await damaged.start()).toMatch(/^gateway-nodes\.json is not valid .* renamed to /);
  expect(damaged.numberOf('G1', 'E1', unused)).toBe(1);
  await damaged.stop();
  await writeFile(path, '{"version":1,"nodes":[["G1","E1",5],["G1","E2",5],["G1","E1",6]]}');
  const nodes = await started();
  expect(nodes.numberOf('G1', 'E1', unused)).toBe(5);
  expect(nodes.numberOf('G1', 'E2', unused)).toBe(1);
});

test('a file that cannot be written is told of once, and numbers go on', async () => {
  const warnings: string[] = [];
  const logger: Logger = { ...silentLogger, warn: (text) => void warnings.push(text), child: () => logger };
  const nodes = await started(logger);
  await rm(dataDir, { recursive: true });
  expect(nodes.numberOf('G1', 'E1', unused)).toBe(1);
  await expect.poll(() => warnings).toHaveLength(1);
  expect(nodes.numberOf('G1', 'E2', unused)).toBe(2);
  await nodes.stop();
  expect(warnings).toEqual([expect.stringMatching(/^cannot save node numbers .*ENOENT/)]);
  dataDir = await mkdtemp(join(tmpdir(), 'mensura-nodes-'));
});
