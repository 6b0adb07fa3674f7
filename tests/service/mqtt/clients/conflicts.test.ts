import { describe, expect, test } from 'vitest';
import { applyCreate, applyExpertAdd, applyImport, applyUpdate } from '../../../../service/mqtt/clients/changes.ts';
import { findConflicts } from '../../../../service/mqtt/clients/conflicts.ts';
import { client, clientsOf, refusal } from './support/clients.ts';

const hall = client('a', { fields: { name: 'hall', host: 'Broker.example' } });

describe('clients that meet', () => {
  test.each([
    ['the same name', { name: 'hall', host: 'broker.EXAMPLE' }],
    ['a name below the other', { name: 'hall/east', host: 'broker.example' }],
  ])('have %s on the same broker', (_what, fields) => {
    for (const pair of [
      [hall, client('b', { fields })],
      [client('b', { fields }), hall],
    ]) {
      const conflicts = findConflicts(pair);
      expect(conflicts).toHaveLength(1);
      expect(conflicts[0]?.message).toContain('"a"');
      expect(conflicts[0]?.message).toContain('"b"');
    }
  });

  test.each([
    ['another port', { name: 'hall', host: 'broker.example', port: 1884 }],
    ['another host', { name: 'hall', host: 'broker2.example' }],
    ['a name that only begins the same', { name: 'hallway', host: 'broker.example' }],
    ['a name in other letter case', { name: 'Hall', host: 'broker.example' }],
    ['a level at another place', { name: 'east/hall', host: 'broker.example' }],
  ])('do not have %s', (_what, fields) => {
    expect(findConflicts([hall, client('b', { fields })])).toEqual([]);
  });

  test.each([
    ['the same client id on the same broker', { client_id: 'probe' }, { host: 'broker.example' }, 1],
    ['the same client id on another broker', { client_id: 'probe' }, { host: 'elsewhere.example' }, 0],
    ['another client id', { client_id: 'prober' }, { host: 'broker.example' }, 0],
  ])('%s', (_what, advanced, fields, count) => {
    const one = client('a', { fields: { name: 'hall', host: 'broker.example' }, advanced: { client_id: 'probe' } });
    const conflicts = findConflicts([one, client('b', { fields: { name: 'roof', ...fields }, advanced })]);
    expect(conflicts.map(({ field }) => field)).toEqual(Array.from({ length: count }, () => 'advanced.client_id'));
  });

  test('clients that have no client id of their own do not meet by it', () => {
    const two = ['a', 'b'].map((name) => client(name, { fields: { name, host: 'broker.example' } }));
    expect(findConflicts(two)).toEqual([]);
  });

  test('of three that meet, each pair is told', () => {
    const three = ['a', 'b', 'c'].map((identifier) => client(identifier, { fields: { name: 'hall' } }));
    expect(findConflicts(three).map(({ identifiers }) => identifiers.join())).toEqual(['a,b', 'a,c', 'b,c']);
  });
});

describe('a change that makes clients meet', () => {
  const before = clientsOf(client('x', { fields: { name: 'hall' } }), client('y', { fields: { name: 'cellar' } }));

  test.each([
    [
      'expert addition',
      () => applyExpertAdd(before, { mqtt: { clients: { a: { name: 'hall' } } } }),
      'mqtt.clients.a.name',
    ],
    [
      'expert update',
      () => applyExpertAdd(before, { mqtt: { clients: { x: { name: 'cellar/1' } } } }),
      'mqtt.clients.x.name',
    ],
    ['import', () => applyImport(before, { mqtt: { clients: { z: { name: 'hall/1' } } } }), 'mqtt.clients.z.name'],
    ['creation', () => applyCreate(before, { identifier: 'z', name: 'hall' }), 'name'],
    ['update', () => applyUpdate(before, 'y', { name: 'hall' }), 'name'],
  ])('is refused at the client that the request names: %s', (_what, run, path) => {
    const { code, paths, message } = refusal(run);
    expect([code, paths]).toEqual(['bad-request', [path]]);
    expect(message).toMatch(/"[xyza]" and "[xyza]"/);
  });

  test('is refused when two clients of one request meet', () => {
    const run = () => applyExpertAdd(before, { mqtt: { clients: { a: { name: 'same' }, b: { name: 'same' } } } });
    expect(refusal(run).paths).toEqual(['mqtt.clients.b.name']);
  });

  test('is taken when the other one moves away in the same request', () => {
    const clients = { x: { name: 'cellar' }, y: { name: 'hall' } };
    expect(applyExpertAdd(before, { mqtt: { clients } }).get('x')?.fields.name).toBe('cellar');
  });

  test('is refused where only the default of the name makes them meet', () => {
    expect(refusal(() => applyExpertAdd(before, { mqtt: { clients: { hall: {} } } })).paths).toEqual([
      'mqtt.clients.hall.name',
    ]);
  });
});
