/** The real thing on loopback: packets of real sockets, on a port of the test's own. */
import { spawn } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROOT } from '../../../build/paths.ts';
import { type BonjourEndpoint, createBonjourJoin } from '../../../service/discovery/bonjour/index.ts';
import { openSocket } from '../../../service/discovery/bonjour/socket.ts';
import type { Advert, LocalNetwork, ReceivedAdvert } from '../../../service/discovery/local-network.ts';
import { errorText } from '../../../service/support/errors.ts';
import { until } from '../../support/until.ts';
import { freePort, LOOPBACK } from './support/loopback.ts';
import { GROUP, hasMulticast, listen } from './support/multicast.ts';

const isPossible = await hasMulticast();

interface Ear {
  network: LocalNetwork;
  heard: ReceivedAdvert[];
  gone: string[];
  failures: string[];
}

let place: BonjourEndpoint;
const ears: Ear[] = [];
const sockets: Socket[] = [];

async function joined(at: BonjourEndpoint = place): Promise<Ear> {
  const heard: ReceivedAdvert[] = [];
  const gone: string[] = [];
  const failures: string[] = [];
  const network = await createBonjourJoin(at, {
    heard: (one) => heard.push(one),
    removed: (name) => gone.push(name),
    failed: (error) => failures.push(errorText(error)),
  });
  const ear = { network, heard, gone, failures };
  ears.push(ear);
  return ear;
}

async function listener(): Promise<Socket> {
  const socket = await listen(place.port);
  sockets.push(socket);
  return socket;
}

/** A socket that speaks from this address. */
async function mouth(address: string): Promise<Socket> {
  const socket = createSocket('udp4').bind(0, address);
  sockets.push(socket);
  await once(socket, 'listening');
  socket.setMulticastInterface(LOOPBACK.address);
  return socket;
}

/** What is really said of an offer named `first`. */
async function recorded(): Promise<Buffer> {
  const said = Promise.withResolvers<Buffer>();
  const socket = await listener();
  socket.on('message', (packet) => packet.includes('broker=') && said.resolve(packet));
  const { network } = await joined();
  network.publish([advert('first')]);
  return said.promise;
}

/** The same packet about another offer. @param name of five signs */
function renamed(packet: Buffer, name: string): Buffer {
  return Buffer.from(packet.toString('latin1').replaceAll('first', name), 'latin1');
}

function advert(name: string, prefix = name): Advert {
  return { name, port: 8883, txt: { v: '1', broker: 'broker.example', prefix } };
}

const fqdn = (name: string): string => `${name}._mensura-mqtt._tcp.local`;

/** Has the latest that was heard of a name these values? */
function hears({ heard }: Ear, { name, port, txt }: Advert): boolean {
  const latest = heard.findLast((one) => one.name === fqdn(name));
  return latest !== undefined && latest.port === port && JSON.stringify(latest.txt) === JSON.stringify(txt);
}

beforeEach(async () => {
  place = { ways: () => [LOOPBACK], port: await freePort() };
});

afterEach(async () => {
  await Promise.all(ears.splice(0).map(({ network }) => network.leave()));
  for (const socket of sockets.splice(0)) socket.close();
});

function twoOnOneNetwork(): void {
  test('hear what the other says, changes, and takes back', async () => {
    const [one, other] = [await joined(), await joined()];
    const [first, second] = [advert('first', 'fleet/hall-1'), advert('second', 'Würzburg/Häll 2')];
    one.network.publish([first, second]);
    await until('both are heard', () => hears(other, first) && hears(other, second));
    expect(other.heard.every(({ ttl }) => ttl > 0)).toBe(true);

    const changed = { ...first, txt: { ...first.txt, prefix: 'fleet/hall-3' } };
    one.network.publish([changed, second]);
    await until('the change is heard', () => hears(other, changed));
    expect(other.gone).not.toContain(fqdn('second'));

    // Who is gone is told once more; who stays is found by those who come later.
    other.gone.length = 0;
    one.network.publish([second]);
    await until('the goodbye is heard', () => other.gone.includes(fqdn('first')));
    const late = await joined();
    await until('who comes late hears what is left', () => hears(late, second));
    expect(late.heard.map(({ name }) => name)).not.toContain(fqdn('first'));

    await one.network.leave();
    await until('leaving says goodbye', () => other.gone.includes(fqdn('second')));
    expect([...one.failures, ...other.failures]).toEqual([]);
  });

  test('hear the same again when they ask again', async () => {
    const [one, other] = [await joined(), await joined()];
    one.network.publish([advert('first')]);
    await until('it is heard', () => hears(other, advert('first')));
    for (let question = 0; question < 3; question += 1) {
      other.heard.length = 0;
      other.network.browse();
      await until('it is heard again', () => hears(other, advert('first')));
    }
    await one.network.leave();
    await until('the goodbye is heard', () => other.gone.includes(fqdn('first')));
  });

  test('say nothing of the computer: no name of it, and no address of loopback', async () => {
    const packets: Buffer[] = [];
    const socket = await listener();
    socket.on('message', (packet) => packets.push(packet));
    const one = await joined();
    one.network.publish([advert('first')]);
    await until('it is said', () => packets.some((packet) => packet.includes('broker=broker.example')));
    for (const packet of packets) {
      expect(packet.includes(hostname())).toBe(false);
      expect(packet.includes(Buffer.from([127, 0, 0, 1]))).toBe(false);
    }
  });

  test('packets that are none, and those from elsewhere, harm nobody', async () => {
    const [one, other] = [await joined(), await joined()];
    const socket = createSocket('udp4');
    sockets.push(socket);
    socket.bind(0, LOOPBACK.address);
    await once(socket, 'listening');
    const nonsense = [
      Buffer.alloc(0),
      Buffer.from('GET / HTTP/1.1\r\n'),
      Buffer.alloc(12, 255),
      Buffer.alloc(1400, 192),
    ];
    socket.setMulticastInterface(LOOPBACK.address);
    for (const packet of nonsense) {
      for (const address of [GROUP, LOOPBACK.address]) socket.send(packet, place.port, address);
    }
    one.network.publish([advert('first')]);
    await until('it is heard all the same', () => hears(other, advert('first')));
  });

  test('what comes from outside the neighbourhood is not heard', async () => {
    const packet = await recorded();
    const near = await joined();
    // A neighbourhood of two: 127.0.0.0 and 127.0.0.1.
    const narrow = await joined({ ...place, ways: () => [{ ...LOOPBACK, netmask: '255.255.255.254' }] });
    const [stranger, neighbour] = [await mouth('127.0.0.2'), await mouth('127.0.0.1')];
    stranger.send(renamed(packet, 'far-1'), place.port, GROUP);
    const knows = ({ heard }: Ear, name: string): boolean => heard.some((one) => one.name === fqdn(name));
    await until('it is heard in the larger neighbourhood', () => knows(near, 'far-1'));
    neighbour.send(renamed(packet, 'near1'), place.port, GROUP);
    await until('a neighbour is heard', () => knows(narrow, 'near1'));
    expect(knows(narrow, 'far-1')).toBe(false);
  });

  test('a flood is not read beyond what can be read', async () => {
    const packet = await recorded();
    const other = await joined();
    const neighbour = await mouth('127.0.0.1');
    const began = performance.now();
    for (let n = 10_000; n < 12_000; n += 1) {
      neighbour.send(renamed(packet, String(n)), place.port, GROUP);
      // In portions that the system keeps, so that it is not the system that drops them.
      if (n % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    const seconds = (performance.now() - began) / 1000;
    expect(other.heard.length).toBeLessThanOrEqual(200 * (seconds + 2));
    // The next second is another one.
    await until('it hears again', () => {
      neighbour.send(renamed(packet, 'again'), place.port, GROUP);
      return other.heard.some(({ name }) => name === fqdn('again'));
    });
  });

  test('what a packet trips, and what cannot be sent, is told, and harms nobody', async () => {
    const failures: string[] = [];
    const socket = await openSocket(LOOPBACK, place.port, (error) => failures.push(errorText(error)));
    sockets.push(socket);
    let packets = 0;
    socket.on('message', () => {
      packets += 1;
      throw new Error('stumbled');
    });
    const neighbour = await mouth('127.0.0.1');
    neighbour.send('x', place.port, GROUP);
    await until('it is told', () => failures.includes('cannot use the network at 127.0.0.1: stumbled'));
    neighbour.send('x', place.port, GROUP);
    await until('the next is read', () => packets === 2);
    failures.length = 0;
    const sent = Promise.withResolvers<Error | null>();
    socket.send(Buffer.alloc(70_000), 0, 70_000, place.port, GROUP, sent.resolve);
    expect(await sent.promise).toMatchObject({ code: 'EMSGSIZE' });
    expect(failures).toEqual([expect.stringMatching(/^cannot use the network at 127\.0\.0\.1: .*EMSGSIZE/)]);
  });

  test('of changes in quick succession the last is said', async () => {
    const [one, other] = [await joined(), await joined()];
    for (const name of ['first', 'again', 'third']) one.network.publish([advert(name)]);
    await until('the last is heard', () => hears(other, advert('third')));
    const late = await joined();
    await until('who comes late hears it', () => hears(late, advert('third')));
    expect(new Set(late.heard.map(({ name }) => name))).toEqual(new Set([fqdn('third')]));
  });

  test('a network that comes later is joined too', async () => {
    const other = await joined();
    const ways: (typeof LOOPBACK)[] = [];
    const one = await joined({ ...place, ways: () => ways });
    one.network.publish([advert('first')]);
    ways.push(LOOPBACK);
    one.network.publish([advert('second')]);
    await until('it is heard', () => hears(other, advert('second')));
    expect(hears(other, advert('first'))).toBe(false);
  });
}

function nobodyOnTheNetwork(): void {
  test('without multicast on loopback, that is told in a sentence, or nothing is heard; and everything ends', async () => {
    const { network, heard, failures } = await joined();
    network.publish([advert('first')]);
    await network.leave();
    expect(heard).toEqual([]);
    for (const failure of failures) expect(failure).toMatch(/^cannot use the network at 127\.0\.0\.1: /);
  });
}

// Not skipped where it cannot be: then what is said of that is tested.
describe('two on one network', () => (isPossible ? twoOnOneNetwork() : nobodyOnTheNetwork()));

test('a process ends by itself when it has left, also while sockets open', async () => {
  const module = pathToFileURL(join(ROOT, 'service/discovery/bonjour/index.ts')).href;
  const script = `
    const { createBonjourJoin } = await import(${JSON.stringify(module)});
    const place = { ways: () => [${JSON.stringify(LOOPBACK)}], port: ${place.port} };
    const network = await createBonjourJoin(place, { heard: () => {}, gone: () => {}, failed: () => {} });
    const say = (name) => network.publish([{ name, port: 1883, txt: { v: '1' } }]);
    ['first', 'again', 'third'].forEach(say);
    await new Promise((resolve) => setTimeout(resolve, 100));
    say('fourth');
    await network.leave();
    console.log('left');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const patience = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const [[code, signal], said] = await Promise.all([once(child, 'close'), text(child.stdout)]);
  clearTimeout(patience);
  expect({ code: code as unknown, signal: signal as unknown, said }).toEqual({ code: 0, signal: null, said: 'left\n' });
});

test('a port that another program has for itself is told in a sentence, and everything ends', async () => {
  const holder = createSocket('udp4').bind(place.port, '0.0.0.0');
  sockets.push(holder);
  await once(holder, 'listening');
  const { network, failures } = await joined();
  network.publish([advert('first')]);
  network.browse();
  await network.leave();
  expect(failures[0]).toBe(
    `cannot use the network at 127.0.0.1: UDP port ${place.port} is in exclusive use by another program`,
  );
});

test('a network without multicast is told in a sentence', async () => {
  // An address that no interface has: joining there fails, as it does where there is no multicast.
  const { failures } = await joined({ ...place, ways: () => [{ address: '192.0.2.77', netmask: '255.255.255.0' }] });
  expect(failures).toHaveLength(1);
  expect(failures[0]).toMatch(/^cannot use the network at 192\.0\.2\.77: /);
});
