/** What is said of clients, what is made of what is heard, and how much of it is kept. */
import { describe, expect, test } from 'vitest';
import { advertsOf, MAX_ADVERTS, type OfferedClient } from '../../../service/discovery/adverts.ts';
import type { ReceivedAdvert } from '../../../service/discovery/local-network.ts';
import { OfferList } from '../../../service/discovery/offer-list.ts';
import { readOffer } from '../../../service/discovery/read-offer.ts';
import { isLoopbackHost } from '../../../service/support/loopback-host.ts';

const HERE = 'MS0000000001';
const THERE = 'MS0000000002';

const CLIENT: OfferedClient = {
  identifier: 'plant',
  enabled: true,
  name: 'fleet/hall-2',
  host: 'broker.example',
  port: 8883,
  ssl: true,
  transport: 'tcp',
  path: '/mqtt',
};

describe('hosts that mean another computer on each computer', () => {
  test.each([
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '::1',
    '[::1]',
    '::',
    '::ffff:127.0.0.1',
  ])('%s', (host) => expect(isLoopbackHost(host)).toBe(true));

  test.each(['broker.example', '192.168.1.4', 'localhost.example', 'fe80::1', '[2001:db8::1]', '128.0.0.1', '127'])(
    'not %s',
    (host) => expect(isLoopbackHost(host)).toBe(false),
  );
});

describe('what is said of clients', () => {
  test('broker, port and prefix, under a name that tells nothing', () => {
    const [advert, ...others] = advertsOf(HERE, [CLIENT]);
    expect(others).toEqual([]);
    expect(advert).toEqual({
      // The first eight digits of the SHA-256 of "plant".
      name: `${HERE}-96044d97`,
      port: 8883,
      txt: { v: '1', installation: HERE, broker: 'broker.example', prefix: 'fleet/hall-2', tls: '1' },
    });
  });

  test('the transport and path of a WebSocket', () => {
    const [advert] = advertsOf(HERE, [{ ...CLIENT, transport: 'websocket', path: '/ws' }]);
    expect(advert?.txt).toMatchObject({ tls: '1', transport: 'websocket', path: '/ws' });
  });

  test('nothing else, whatever else is known of the client', () => {
    const more = { ...CLIENT, username: 'secret-user', password: 'secret-word', client_id: 'secret-id' };
    expect(JSON.stringify(advertsOf(HERE, [more]))).not.toContain('secret');
  });

  test.each([
    ['is not enabled', { enabled: false }],
    ['has its broker on this computer', { host: 'localhost' }],
    ['has a prefix too long for the network', { name: 'ä'.repeat(125) }],
    ['has a host too long for the network', { host: 'h'.repeat(249) }],
  ])('nothing of one that %s', (_, changes) => {
    expect(advertsOf(HERE, [{ ...CLIENT, ...changes }])).toEqual([]);
  });

  test('the longest that fits is said, and no more than fits into one answer', () => {
    expect(advertsOf(HERE, [{ ...CLIENT, name: 'p'.repeat(248), host: 'h'.repeat(248) }])).toHaveLength(1);
    const many = Array.from({ length: 50 }, (_, n) => ({ ...CLIENT, identifier: `c${n}`, name: `n${n}` }));
    const adverts = advertsOf(HERE, many);
    expect(adverts).toHaveLength(MAX_ADVERTS);
    expect(new Set(adverts.map(({ name }) => name)).size).toBe(MAX_ADVERTS);
  });
});

const TXT = { v: '1', installation: THERE, broker: 'broker.example', prefix: 'fleet/hall-2', tls: '0' };
const HEARD: ReceivedAdvert = { name: 'X._mensura-mqtt._tcp.local', port: 1883, txt: TXT, ttl: 120 };
const OFFER = {
  installation: THERE,
  host: 'broker.example',
  port: 1883,
  ssl: false,
  transport: 'tcp',
  path: '',
  prefix: 'fleet/hall-2',
};

describe('what is made of what is heard', () => {
  test('an offer; what a later version says besides does no harm', () => {
    expect(readOffer(HEARD)).toEqual(OFFER);
    expect(readOffer({ ...HEARD, txt: { ...TXT, tls: '1', more: 'x' } })).toEqual({ ...OFFER, ssl: true });
    const webSocket = { transport: 'websocket', path: '/ws' };
    expect(readOffer({ ...HEARD, txt: { ...TXT, ...webSocket } })).toEqual({ ...OFFER, ...webSocket });
    expect(readOffer({ ...HEARD, txt: { ...TXT, prefix: '工場/Häll 2' } })?.prefix).toBe('工場/Häll 2');
  });

  test.each<[string, Record<string, unknown>]>([
    ['another version', { v: '2' }],
    ['no version', { v: undefined }],
    ['no installation', { installation: undefined }],
    ['an installation that is none', { installation: 'MS00' }],
    ['an installation with markup', { installation: '<b>MS0000' }],
    ['no broker', { broker: undefined }],
    ['an empty broker', { broker: '' }],
    ['a broker on loopback', { broker: '127.0.0.1' }],
    ['an address in place of a host', { broker: 'http://h.example/' }],
    ['a user in the host', { broker: 'user@h.example' }],
    ['a host too long', { broker: 'h'.repeat(256) }],
    ['a host that turns text around', { broker: 'h\u202Eelpmaxe' }],
    ['no prefix', { prefix: undefined }],
    ['a prefix too long', { prefix: 'p'.repeat(256) }],
    ['a prefix with wildcards', { prefix: 'fleet/+' }],
    ['a prefix with line breaks', { prefix: 'fleet\nhall' }],
    ['a prefix that turns text around', { prefix: 'fleet/\u202Ellah' }],
    ['a prefix with signs that are not seen', { prefix: 'fleet/\u200Bhall' }],
    ['a reserved word', { prefix: '__proto__' }],
    ['no word on TLS', { tls: undefined }],
    ['another word on TLS', { tls: 'yes' }],
    ['a number for a text', { prefix: 5 }],
    ['another transport', { transport: 'quic' }],
    ['a path with spaces', { transport: 'websocket', path: '/a b' }],
  ])('nothing of %s', (_, changes) => {
    expect(readOffer({ ...HEARD, txt: { ...TXT, ...changes } })).toBeUndefined();
  });

  test.each([0, -1, 65_536, 1.5, Number.NaN, '1883', undefined, null])('nothing with the port %s', (port) => {
    expect(readOffer({ ...HEARD, port })).toBeUndefined();
  });

  test.each([undefined, null, 'v=1', 5, [], [['v', '1']]])('nothing of the text %j', (txt) => {
    expect(readOffer({ ...HEARD, txt })).toBeUndefined();
  });
});

describe('what is kept', () => {
  let now = 0;
  const list = (): OfferList => {
    now = 0;
    return new OfferList({ installation: HERE, maxAgeMs: 1_000_000, clock: { now: () => 0, monotonic: () => now } });
  };
  const heard = (name: string, txt: Partial<typeof TXT> = {}, more: Partial<ReceivedAdvert> = {}): ReceivedAdvert => ({
    ...HEARD,
    ...more,
    name,
    txt: { ...TXT, ...txt },
  });

  test('in the order of prefix, host, port, installation; what is the same once', () => {
    const offers = list();
    offers.heard(heard('1', { prefix: 'b' }));
    offers.heard(heard('2', { prefix: 'a', broker: 'z.example' }));
    offers.heard(heard('3', { prefix: 'a', broker: 'y.example' }, { port: 10 }));
    offers.heard(heard('4', { prefix: 'a', broker: 'y.example' }, { port: 9 }));
    offers.heard(heard('5', { prefix: 'a', broker: 'y.example', installation: 'MS0000000003' }, { port: 9 }));
    offers.heard(heard('6', { prefix: 'b' }));
    expect(offers.list().map(({ prefix, host, port, installation }) => [prefix, host, port, installation])).toEqual([
      ['a', 'y.example', 9, THERE],
      ['a', 'y.example', 9, 'MS0000000003'],
      ['a', 'y.example', 10, THERE],
      ['a', 'z.example', 1883, THERE],
      ['b', 'broker.example', 1883, THERE],
    ]);
  });

  test('not what is one’s own', () => {
    const offers = list();
    offers.heard(heard('1', { installation: HERE }));
    expect(offers.list()).toEqual([]);
  });

  test('until goodbye, in whatever case it is said', () => {
    const offers = list();
    offers.heard(heard('Name'));
    offers.remove('other');
    expect(offers.list()).toEqual([OFFER]);
    offers.remove('nAME');
    expect(offers.list()).toEqual([]);
  });

  test('until its time is up, unless it is heard again', () => {
    const offers = list();
    offers.heard(heard('1'));
    now = 119_999;
    expect(offers.list()).toEqual([OFFER]);
    offers.heard(heard('1'));
    now = 239_998;
    expect(offers.list()).toEqual([OFFER]);
    now = 239_999;
    expect(offers.list()).toEqual([]);
  });

  test('not longer than one that answers no question, whatever it says', () => {
    const offers = list();
    offers.heard(heard('1', {}, { ttl: 2 ** 31 }));
    now = 1_000_000;
    expect(offers.list()).toEqual([]);
  });

  test('not what became something else', () => {
    const offers = list();
    offers.heard(heard('1'));
    offers.heard(heard('1', { v: '2' }));
    expect(offers.list()).toEqual([]);
  });

  test('two hundred at most: those that are there stay, and are kept up to date', () => {
    const offers = list();
    for (let n = 0; n < 1000; n += 1) offers.heard(heard(`n${n}`, { prefix: `p${String(n).padStart(4, '0')}` }));
    expect(offers.list()).toHaveLength(200);
    expect(offers.list().at(-1)?.prefix).toBe('p0199');
    offers.heard(heard('n0', { prefix: 'new' }));
    expect(offers.list()[0]?.prefix).toBe('new');
    // Whose time is up makes room.
    now = 120_000;
    offers.heard(heard('n999', { prefix: 'late' }));
    expect(offers.list().map(({ prefix }) => prefix)).toEqual(['late']);
  });
});
