/** Thirty played Mensuras behind one entry: what one of them does wrong never hurts the others. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { GatewayView } from '../../service/contract/index.ts';
import { playRemotes, type Remotes } from '../emulator/gateway/remotes.ts';
import { atEnd } from '../support/at-end.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { freshFolder } from '../support/process.ts';
import { requireProgram } from '../support/programs.ts';
import { until } from '../support/until.ts';
import { readFleet } from './support/publishing.ts';
import { readingsOf } from './support/readings.ts';
import { openStation, type Station } from './support/station.ts';

const REMOTES = 30;
const INSTRUMENTS = 5;
const PERIOD_MS = 1000;

/** Who does what. */
const LOUD = 3;
const MAD = 7;
const DYING = 11;
const STAYING = Array.from({ length: REMOTES }, (_, remote) => remote).filter(
  (remote) => ![LOUD, MAD, DYING].includes(remote),
);

/** Messages that the loud one has to have sent too much. */
const REFUSED = 3000;

/** How late a reading may be beside a flood, on two busy cores. In milliseconds. */
const LATE_MS = 20_000;

/** How long anything may take beside one, in milliseconds: a bound, not an expectation. */
const PATIENCE_MS = 60_000;

/** How many lines the flood is given at a time, every so many milliseconds: some ten thousand a second. */
const FLOOD = { lines: 500, everyMs: 50 } as const;

interface Rig {
  station: Station;
  id: string;
  remotes: Remotes;
  port: number;
  /** Starts the service again, with the same data. */
  restart(): Promise<void>;
}

async function play(): Promise<Rig> {
  const broker = await startMosquitto();
  const dataDir = freshFolder();
  const station = await openStation([], { dataDir });
  const id = await readFleet(station, broker.port, 'fleet/+');
  const remotes = await playRemotes({
    port: broker.port,
    remotes: REMOTES,
    instruments: INSTRUMENTS,
    periodMs: PERIOD_MS,
  });
  atEnd(() => remotes.stop());
  const rig: Rig = {
    station,
    id,
    remotes,
    port: broker.port,
    restart: async () => {
      await rig.station.service.stop();
      rig.station = await openStation([], { dataDir });
    },
  };
  return rig;
}

const serialsOf = (remotes: Remotes, numbers: readonly number[]): string[] =>
  numbers.flatMap((remote) => remotes.serialsOf(remote)).toSorted();

/** Waits until exactly these have a value. */
async function live({ station }: Rig, serials: readonly string[]): Promise<void> {
  await until(`${serials.length} instruments with values`, async () => {
    const devices = Object.entries(await station.behind.devices());
    const measuring = devices.filter(([, { channels }]) => Object.values(channels).some(({ value }) => value));
    expect(measuring.map(([serial]) => serial).toSorted()).toEqual(serials);
    return true;
  });
}

/** Publishes one topic as fast as it goes, until it is told to end. */
function flood(port: number, topic: string, line: () => string): () => Promise<void> {
  const args = ['-h', '127.0.0.1', '-p', String(port), '-q', '0', '-t', topic, '-l'];
  const child = spawn(requireProgram('mosquitto_pub'), args, { stdio: ['pipe', 'ignore', 'ignore'] });
  const exit = once(child, 'exit');
  child.stdin.on('error', () => {});
  const timer = setInterval(() => {
    if (!child.stdin.writableNeedDrain) child.stdin.write(`${line()}\n`.repeat(FLOOD.lines));
  }, FLOOD.everyMs);
  const end = async (): Promise<void> => {
    clearInterval(timer);
    child.kill('SIGKILL');
    await exit;
  };
  atEnd(end);
  return end;
}

/** Between two times of raving, in milliseconds. */
const RAVE_MS = 700;

/** Everything that is wrong at once, on its own topics and on some that no Mensura has. */
async function rave(remotes: Remotes): Promise<void> {
  const [first = '', second = '', third = ''] = remotes.serialsOf(MAD);
  const noise = Buffer.from([0xff, 0x00, 0xfe, 0x7b]);
  const nonsense: [topic: string, payload: string | Buffer][] = [
    // First: it is told as too large, and what is told last shall be that the rest is broken.
    [`${third}/measurement`, Buffer.alloc(300_000, 0x20)],
    ['about', noise],
    ['about', '{"installation":12}'],
    ['about', '{nothing}'],
    ['status', 'perhaps'],
    [`${first}/info`, '{"device":{},"product":null}'],
    [`${second}/measurement`, noise],
    [`${second}/measurement`, '{"serial":"E1","timestamp":"yesterday","values":{"temperature":"warm"}}'],
    [`${second}/measurement`, `${'{"serial":'.repeat(5000)}1${'}'.repeat(5000)}`],
    [`${second}/measurement`, '{"serial":}'],
    [`${third}/status`, noise],
    ['a%ZZ/measurement', 'x'],
    ['%2F%00/info', 'x'],
  ];
  for (const [topic, payload] of nonsense) await remotes.publish(MAD, topic, payload);
}

/** Raves until it is so, again and again, but not so fast that this would be a flood too. */
async function ravingUntil(remotes: Remotes, what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const raveAndLook = async (): Promise<boolean> => {
    await rave(remotes);
    await delay(RAVE_MS);
    return isSo();
  };
  await until(what, raveAndLook, PATIENCE_MS);
}

test('all are there; a flood and nonsense leave the others alone; the dead stay dead over a restart', {
  timeout: 5 * PATIENCE_MS,
}, async () => {
  const rig = await play();
  const { remotes } = rig;
  const everyone = Array.from({ length: REMOTES }, (_, remote) => remote);
  await live(rig, serialsOf(remotes, everyone));
  await rig.station.sees('all of them', rig.id, ({ status }) => status.gateway_count === REMOTES);
  expect((await rig.station.view(rig.id)).status).toMatchObject({
    state: 'online',
    refused: 0,
    instruments: REMOTES * INSTRUMENTS,
  });

  const events = await rig.station.listen();
  const [loud = ''] = remotes.serialsOf(LOUD);
  const endFlood = flood(rig.port, `${remotes.nameOf(LOUD)}/${loud}/measurement`, () => {
    const timestamp = new Date().toISOString();
    return `{"serial":"${loud}","timestamp":"${timestamp}","values":{"temperature":{"magnitude":1,"unit":"°C"}}}`;
  });
  const { status } = await rig.station.sees('the flood counted', rig.id, (view) => view.status.refused > REFUSED);
  expect(status.state).toBe('online');
  expect(status.error).toMatchObject({
    code: 'answer-too-large',
    text: `${remotes.nameOf(LOUD)} sends more than 2000 messages per second; excess messages are discarded.`,
  });
  const begin = Date.now();
  const toldSince = (remote: number, serial: string) => remotes.told(remote, serial).filter(({ at }) => at >= begin);
  // Both go on for a while of readings of the others.
  await ravingUntil(remotes, 'readings of the others', () =>
    STAYING.every((remote) => remotes.serialsOf(remote).every((serial) => toldSince(remote, serial).length >= 3)),
  );
  const end = Date.now();
  const told = STAYING.flatMap((remote) =>
    remotes.serialsOf(remote).map((serial) => ({ serial, moments: toldSince(remote, serial) })),
  );
  const stillFlooded = (view: GatewayView): boolean => view.status.refused > status.refused + REFUSED;
  await rig.station.sees('the flood going on', rig.id, stillFlooded, PATIENCE_MS);
  const isHeard = ({ serial, moments }: (typeof told)[number]): boolean => {
    const heard = new Set(readingsOf(events, 'gateway', serial).map(({ timestamp }) => timestamp));
    return moments.every(({ at }) => heard.has(new Date(at).toISOString()));
  };
  await until('what was told by then', () => told.every(isHeard), PATIENCE_MS);
  await endFlood();
  // During the flood its notices are put in the place of all others.
  const saysNonsense = async (): Promise<boolean> =>
    (await rig.station.view(rig.id)).status.error?.code === 'answer-broken';
  await ravingUntil(remotes, 'the nonsense', saysNonsense);
  const delays = STAYING.flatMap((remote) =>
    remotes.serialsOf(remote).flatMap((serial) =>
      readingsOf(events, 'gateway', serial)
        .filter(({ timestamp }) => Date.parse(timestamp) >= begin && Date.parse(timestamp) < end)
        .map(({ timestamp, at }) => at - Date.parse(timestamp)),
    ),
  );
  expect(Math.max(...delays)).toBeLessThan(LATE_MS);
  const mad = new Set(remotes.serialsOf(MAD).map((serial) => `gateway/${serial}`));
  const gone = events.seen.filter(({ what }) => what === 'device gone').map(({ data }) => String(data['key']));
  expect(gone.filter((key) => !mad.has(key))).toEqual([]);

  // What the mad one said of itself is wrong until it says better.
  const [first = ''] = remotes.serialsOf(MAD);
  await until('it to be gone', async () => !(await rig.station.behind.devices())[first]);
  remotes.kill(MAD);
  await remotes.restart(MAD);
  await live(rig, serialsOf(remotes, everyone));

  remotes.kill(DYING);
  const living = serialsOf(
    remotes,
    everyone.filter((remote) => remote !== DYING),
  );
  await live(rig, living);
  // The broker keeps all that the dead one said: its instruments are "online" for ever.
  await rig.restart();
  await live(rig, living);
  expect(Object.keys(await rig.station.behind.devices())).toEqual(living);
  const { gateways } = (await rig.station.view(rig.id)).status;
  expect(gateways.filter(({ online }) => !online)).toEqual([
    { gateway_serial: remotes.installationOf(DYING), online: false, instruments: 0 },
  ]);
  await remotes.restart(DYING);
  await live(rig, serialsOf(remotes, everyone));
});
