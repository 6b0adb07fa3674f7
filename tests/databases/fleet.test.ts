/** Emulated installations write to real databases; InfluxQL and VictoriaMetrics' export read every line back. */
import { connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { DatabaseFleet } from '../emulator/database/fleet.ts';
import { createTarget, type TargetOptions } from '../emulator/database/target.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import { type StoredValue, startInfluxDB, startVictoriaMetrics } from './support/servers.ts';

const INSTALLATIONS = 3;
const DEVICES = 2;
const SERIALS = ['E10000', 'E10001', 'E10002', 'E10003', 'E10004', 'E10005'];

/** Less than the twenty sample sets that a device remembers. */
const SAMPLE_SETS = 15;

function fleetTo(options: TargetOptions, failures: string[] = [], decimals?: number): DatabaseFleet {
  return new DatabaseFleet({
    target: createTarget(options),
    installations: INSTALLATIONS,
    devices: DEVICES,
    periodMs: 100,
    batchMs: 200,
    onFailure: (reason) => failures.push(reason),
    ...(decimals !== undefined && { decimals }),
  });
}

/** Lets each device measure, and stops before any forgets its first sample set. */
async function runShortly(fleet: DatabaseFleet): Promise<void> {
  fleet.start();
  const all = INSTALLATIONS * DEVICES;
  await until('sample sets', () => fleet.account.sampled >= (SAMPLE_SETS - 2) * all, undefined, { least: 5, most: 5 });
  await fleet.stop();
}

function accepted({ account: { sampled, accepted: written, refused, discarded, waiting } }: DatabaseFleet) {
  return { lost: sampled - written, refused, discarded, waiting };
}

const NOTHING_LOST = { lost: 0, refused: 0, discarded: 0, waiting: 0 };

/** By device, time and value. */
function asText(values: readonly StoredValue[]): string[] {
  return values
    .map(({ tags: { family, installation, model, serial }, at, value }) =>
      [family, installation, model, serial, at, value].join(' '),
    )
    .toSorted();
}

/** What the devices measured in a channel. */
function measuredIn(fleet: DatabaseFleet, channel: string): string[] {
  return SERIALS.flatMap((serial, index) =>
    fleet.told(serial).flatMap(({ at, values }) => {
      const value = values[channel];
      const model = index % 2 === 0 ? 'VCP-RTD300-CAL/v1' : 'VCP-PTH450-CAL/v1';
      const installation = `MS000000000${Math.floor(index / DEVICES)}`;
      return value === undefined ? [] : [['usb', installation, model, serial, at, value].join(' ')];
    }),
  ).toSorted();
}

test('InfluxDB 1 has every line, and a killed one only delays them', async () => {
  const server = await startInfluxDB();
  await server.query('CREATE DATABASE fleet');
  const failures: string[] = [];
  const fleet = fleetTo({ kind: 'influxdb1', server: server.url, database: 'fleet' }, failures);
  fleet.start();
  await until('an accepted line', () => fleet.account.accepted > 0, undefined, { least: 5, most: 5 });
  await server.kill();
  await until('a failed request', () => fleet.account.repeated > 0, undefined, { least: 5, most: 5 });
  await server.start();
  await fleet.stop();
  expect(accepted(fleet)).toEqual(NOTHING_LOST);
  expect(failures[0]).toMatch(/^(?:ECONNREFUSED|ECONNRESET|socket hang up)$/);
  for (const channel of ['temperature', 'altitude']) {
    // A device remembers its newest twenty sample sets, and the outage may have taken longer.
    const stored = asText(await server.values('fleet', channel));
    const measured = measuredIn(fleet, channel);
    expect(measured.length).toBeGreaterThan(0);
    expect(stored).toEqual(expect.arrayContaining(measured));
  }
  const [count] = await server.query('SELECT COUNT("temperature") FROM "mensura"', { database: 'fleet' });
  expect(count?.values[0]?.[1]).toBe(fleet.account.sampled);
});

test.each([
  ['its own kind', { kind: 'victoriametrics' }],
  ['the kind of InfluxDB 2', { kind: 'influxdb2', bucket: 'fleet' }],
  ['the kind of InfluxDB 1', { kind: 'influxdb1', database: 'fleet' }],
] as const)('VictoriaMetrics has every line through %s', async (_kind, fields) => {
  const server = await startVictoriaMetrics();
  // It does not store the last digits of a double.
  const fleet = fleetTo({ ...fields, server: server.url }, [], 3);
  await runShortly(fleet);
  expect(accepted(fleet)).toEqual(NOTHING_LOST);
  expect(fleet.account.failures.size).toBe(0);
  for (const channel of ['temperature', 'relative_humidity', 'altitude']) {
    const measured = measuredIn(fleet, channel);
    expect(measured.length).toBeGreaterThan(SERIALS.length);
    // New series appear in its queries a moment after they are accepted.
    const complete = async (): Promise<boolean> => (await server.values(channel)).length >= measured.length;
    await until(`every value of ${channel}`, complete);
    expect(asText(await server.values(channel))).toEqual(measured);
  }
  // RTD300 has one channel and PTH450 has seven.
  expect(fleet.account.acceptedReadings).toBe(
    measuredIn(fleet, 'temperature').length + 6 * measuredIn(fleet, 'altitude').length,
  );
});

test('each installation has one connection, which it uses again', async () => {
  const { port } = new URL((await startVictoriaMetrics()).url);
  let connections = 0;
  const proxyPort = await freePort();
  const proxy = createServer((socket) => {
    connections += 1;
    const onward = connect(Number(port), '127.0.0.1');
    socket.pipe(onward).pipe(socket);
  }).listen(proxyPort, '127.0.0.1');
  const fleet = fleetTo({ kind: 'victoriametrics', server: `http://127.0.0.1:${proxyPort}` });
  await runShortly(fleet);
  proxy.close();
  expect(accepted(fleet)).toEqual(NOTHING_LOST);
  expect(fleet.account.requests).toBeGreaterThan(2 * INSTALLATIONS);
  expect(connections).toBe(INSTALLATIONS);
});

test('refused lines are counted, with the reason of each server', async () => {
  const influxdb = await startInfluxDB();
  const victoria = await startVictoriaMetrics();
  const cases: [TargetOptions, RegExp][] = [
    [{ kind: 'influxdb1', server: influxdb.url, database: 'nope' }, /^HTTP 404: \{"error":"database not found/],
    [{ kind: 'victoriametrics', server: victoria.url, path: '/nope' }, /^HTTP 400: requestURI: .*unsupported path/],
    [{ kind: 'line-protocol', server: `${influxdb.url}/ping` }, /^HTTP 4\d\d/],
  ];
  for (const [target, reason] of cases) {
    const failures: string[] = [];
    const fleet = fleetTo(target, failures);
    await runShortly(fleet);
    const { account } = fleet;
    expect(account.refused, target.server).toBe(account.sampled);
    expect(account).toMatchObject({ accepted: 0, waiting: 0, repeated: 0 });
    expect(failures).toEqual([expect.stringMatching(reason)]);
    expect([...account.failures.values()]).toEqual([account.requests]);
  }
});

test('lines that wait have a limit: the oldest are discarded and counted', async () => {
  const fleet = new DatabaseFleet({
    target: createTarget({ kind: 'line-protocol', server: `http://127.0.0.1:${await freePort()}` }),
    installations: 1,
    devices: 1000,
    periodMs: 500,
    batchMs: 50,
    mostWaiting: 300,
  });
  fleet.start();
  // Several failed requests later, with the lines of one request more.
  await until('discarded lines', () => fleet.account.discarded > 900);
  await fleet.stop(0);
  const { account } = fleet;
  expect(account).toMatchObject({ accepted: 0, refused: 0 });
  expect(account.waiting).toBeLessThanOrEqual(600);
  expect(account.discarded).toBe(account.sampled - account.waiting);
});
