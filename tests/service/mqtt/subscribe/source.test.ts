import { describe, expect, test } from 'vitest';
import { clientIdOf, subscriberClientIdOf } from '../../../../service/mqtt/clients/client-id.ts';
import type { ClientConfig } from '../../../../service/mqtt/types.ts';
import { INSTALLATION, sourceOf } from '../../../support/mqtt/reading.ts';
import { client } from '../clients/support/clients.ts';

const LAB = client('lab');
const OTHER = client('other');

/** The identifiers that were told when the clients became these. */
function told(before: readonly ClientConfig[], after: readonly ClientConfig[]): string[] {
  const { source, store } = sourceOf(...before);
  const changed: string[] = [];
  source.changed.on('client', (identifier) => changed.push(identifier));
  store.change(after);
  return changed.toSorted();
}

describe('what is told of clients', () => {
  test('one that comes, goes, or stays', () => {
    expect(told([], [LAB])).toEqual(['lab']);
    expect(told([LAB], [])).toEqual(['lab']);
    expect(told([LAB, OTHER], [client('lab'), OTHER])).toEqual([]);
    expect(told([LAB], [OTHER])).toEqual(['lab', 'other']);
  });

  test.each([
    { fields: { host: '10.0.0.1' } },
    { fields: { port: 1884 } },
    { fields: { protocol_version: 5 as const } },
    { fields: { ssl: true } },
    { fields: { username: 'reader' } },
    { fields: { keep_alive: 10 } },
    { fields: { reconnect: { enable: true, min_delay: 5, max_delay: 60_000 } } },
    { fields: { reconnect: { enable: true, min_delay: 1000, max_delay: 6000 } } },
    { advanced: { client_id: 'own' } },
    { advanced: { check_server_name: false } },
    { advanced: { alpn: ['mqtt'] } },
    { secrets: { password: 'secret' } },
    { secrets: { ca: 'pem' } },
    { secrets: { certificate: 'pem' } },
    { secrets: { key: 'pem' } },
    { secrets: null },
  ])('a change that reading depends on: %j', (parts) => {
    expect(told([LAB, OTHER], [client('lab', parts), OTHER])).toEqual(['lab']);
  });

  test.each([
    { fields: { name: 'renamed' } },
    { fields: { clean_session: false } },
    { fields: { reconnect: { enable: false, min_delay: 1000, max_delay: 60_000 } } },
    { advanced: { enabled: false } },
    { advanced: { qos: 2 as const } },
    { advanced: { layout: 'both' as const } },
    { advanced: { discovery: true } },
    { advanced: { store_and_forward: false } },
  ])('a change of publishing alone: %j', (parts) => {
    expect(told([LAB], [client('lab', parts)])).toEqual([]);
  });
});

test('a client that is not there cannot be read', () => {
  const { source } = sourceOf(LAB);
  expect(source.subscribe('missing', 'g1', ['#'])).toBeUndefined();
  expect(source.subscribe('lab', 'g1', ['#'])?.status).toMatchObject({ state: 'idle', error: null, nextRetry: null });
});

describe('the client id of a reader', () => {
  /** SHA-256 of `["lab","g1"]`, by sha256sum. */
  const HASH = '8b6fcfff5308d6d8';

  test('stays what it is', () => {
    expect(subscriberClientIdOf(INSTALLATION, 'lab', '', 'g1')).toBe(`MSABCDE23456r${HASH.slice(0, 10)}`);
    expect(subscriberClientIdOf(INSTALLATION, 'lab', 'plant7', 'g1')).toBe(`plant7r${HASH.slice(0, 8)}`);
  });

  test('has at most 23 characters, begins as the own one does, and differs from it and from others', () => {
    const own = 'a-name-of-23-characters';
    for (const id of ['', own, 'x'.repeat(255)]) {
      const ids = ['g1', 'g2'].map((key) => subscriberClientIdOf(INSTALLATION, 'lab', id, key));
      const all = new Set([
        ...ids,
        subscriberClientIdOf(INSTALLATION, 'lab2', id, 'g1'),
        clientIdOf(INSTALLATION, 'lab', id),
      ]);
      expect(all.size).toBe(4);
      for (const one of ids) expect(one).toMatch(id === own ? /^[\w-]{23}$/ : /^[0-9A-Za-z]{23}$/);
      expect(ids[0]?.slice(0, 12)).toBe(clientIdOf(INSTALLATION, 'lab', id).slice(0, 12));
    }
  });
});
