import { describe, expect, test } from 'vitest';
import { planImport } from '../../../renderer/features/mqtt/import/read-import.ts';
import { clientView } from '../../support/views/clients.ts';

const file = (clients: unknown): string => JSON.stringify({ mqtt: { clients } });

const known = [clientView({ identifier: 'lab', password_set: true }), clientView({ identifier: 'roof' })];

describe('a file of clients', () => {
  test('says what would be added and replaced, and which passwords come and go', () => {
    const text = file({
      lab: { host: 'a.example', name: 'Lab' },
      roof: {},
      new: { password: 'x', port: 8883 },
      other: { password: '' },
    });
    expect(planImport(text, known)).toEqual({
      kind: 'ready',
      text,
      added: [
        { identifier: 'new', name: 'new', address: 'localhost:8883' },
        { identifier: 'other', name: 'other', address: 'localhost:1883' },
      ],
      replaced: [
        { identifier: 'lab', name: 'Lab', address: 'a.example:1883' },
        { identifier: 'roof', name: 'roof', address: 'localhost:1883' },
      ],
      passwords: 1,
      losing: ['Lab'],
    });
  });

  test.each([
    ['left out at the same address', {}, []],
    ['empty', { password: '' }, ['lab']],
    ['new', { password: 'x', host: 'b.example' }, []],
    ['left out at another port', { port: 1884 }, ['lab']],
    ['left out with encryption', { ssl: true }, ['lab']],
    ['left out with other checks', { advanced: { check_server_name: false } }, ['lab']],
    ['left out with another authority', { advanced: { ca: 'PEM' } }, ['lab']],
  ])('a password that is %s', (_what, client, losing) => {
    const clients = [clientView({ identifier: 'lab', host: 'localhost', password_set: true })];
    expect(planImport(file({ lab: client }), clients)).toMatchObject({ losing });
  });

  test('a byte order mark is no fault', () => {
    expect(planImport(`\uFEFF${file({ lab: {} })}`, [])).toMatchObject({ kind: 'ready', text: file({ lab: {} }) });
  });

  test.each<[string, string[]]>([
    ['host = localhost', ['Not an MQTT client file: invalid JSON.']],
    ['{"clients":{}}', ['Not an MQTT client file: “mqtt.clients” is missing.']],
    ['[]', ['Not an MQTT client file: “mqtt.clients” is missing.']],
    [file({}), ['The file must list at least one client.']],
    [
      file({ lab: { host: '', port: 0, colour: 'red' } }),
      [
        'lab: Host: must not be empty.',
        'lab: Port: must be a whole number from 1 to 65535, got 0.',
        'lab: unknown field “colour”.',
      ],
    ],
    [file({ '..': {} }), ['..: The identifier must not be "." or "..".']],
    [
      file({ lab: { reconnect: { min_delay: 0 }, advanced: { shade: 1 } } }),
      [
        'lab: Initial delay: must be a whole number from 1 to 86400000 ms, got 0.',
        'lab: unknown field “advanced.shade”.',
      ],
    ],
  ])('%j is refused, naming each problem', (text, errors) => {
    expect(planImport(text, known)).toEqual({ kind: 'refused', errors });
  });

  test('of very many problems some are counted', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`c${index}`, { port: 0 }]));
    const plan = planImport(file(many), []);
    expect(plan.kind === 'refused' && plan.errors).toHaveLength(9);
    expect(plan.kind === 'refused' && plan.errors.at(-1)).toBe('22 more errors');
  });
});
