import { describe, expect, test } from 'vitest';
import { secondsUntil } from '../../../renderer/data/config-items/labels.ts';
import { hostAddress } from '../../../renderer/data/format/host-address.ts';
import { clientBadge, clientsSummary, protocolWords, stateWord } from '../../../renderer/data/mqtt/labels.ts';
import type { MqttStatus } from '../../../service/contract/index.ts';
import { clientError, clientView } from '../../support/views/clients.ts';

const NOW = Date.parse('2026-11-20T14:45:12.318Z');

const inState = (status: Partial<MqttStatus>) => clientView({ identifier: 'lab', status });

describe('the state in a word', () => {
  test.each<[Partial<MqttStatus>, string]>([
    [{ state: 'online' }, 'Connected'],
    [{ state: 'connecting' }, 'Connecting'],
    [{ state: 'waiting', next_retry: '2026-11-20T14:45:26.000Z' }, 'Retrying in 14 s'],
    [{ state: 'waiting', next_retry: '2026-11-20T14:45:12.000Z' }, 'Waiting to retry'],
    [{ state: 'waiting' }, 'Waiting to retry'],
    [{ state: 'failed' }, 'Failed'],
    [{ state: 'failed', error: clientError('password-needed', '') }, 'Password required'],
    [{ state: 'idle' }, 'Disconnected'],
  ])('%j: %s', (status, word) => {
    expect(clientBadge(inState(status), NOW).word).toBe(word);
  });

  test('a client that is switched off is off, whatever it was doing', () => {
    const off = clientView({ identifier: 'lab', advanced: { enabled: false }, status: { state: 'online' } });
    expect(clientBadge(off, NOW)).toEqual({ word: 'Disabled', tone: 'plain' });
    expect(stateWord(off)).toBe('Disabled');
  });

  test('what a screen reader is told does not count seconds', () => {
    expect(stateWord(inState({ state: 'waiting', next_retry: '2026-11-20T14:45:26.000Z' }))).toBe('Waiting to retry');
    expect(stateWord(inState({ state: 'online' }))).toBe('Connected');
  });
});

test('seconds until a moment are counted up to whole ones, and never below none', () => {
  expect(secondsUntil('2026-11-20T14:45:12.319Z', NOW)).toBe(1);
  expect(secondsUntil('2026-11-20T14:45:12.318Z', NOW)).toBe(0);
  expect(secondsUntil('2026-11-20T14:00:00.000Z', NOW)).toBe(0);
  expect(secondsUntil(null, NOW)).toBeUndefined();
});

test('addresses and protocols', () => {
  expect(hostAddress({ host: 'broker.example', port: 1883 })).toBe('broker.example:1883');
  expect(hostAddress({ host: '::1', port: 1883 })).toBe('[::1]:1883');
  expect(protocolWords(clientView({ identifier: 'lab', protocol_version: 4, ssl: false }))).toBe('MQTT 3.1.1');
  expect(protocolWords(clientView({ identifier: 'lab', protocol_version: 5, ssl: true }))).toBe('MQTT 5.0 · TLS');
  const advanced = { transport: 'websocket' } as const;
  expect(protocolWords(clientView({ identifier: 'lab', protocol_version: 5, ssl: true, advanced }))).toBe(
    'MQTT 5.0 · WebSocket · TLS',
  );
});

describe('all clients in the status line', () => {
  const online = clientView({ identifier: 'a' });
  const waiting = clientView({ identifier: 'b', status: { state: 'waiting' } });
  const off = clientView({ identifier: 'c', advanced: { enabled: false }, status: { state: 'idle' } });

  test.each([
    [[], null],
    [[online], { tone: 'good', text: 'MQTT: 1 of 1', rest: ' connected' }],
    [[online, waiting], { tone: 'warning', text: 'MQTT: 1 of 2', rest: ' connected' }],
    [[online, off], { tone: 'good', text: 'MQTT: 1 of 1', rest: ' connected' }],
    [[off], { tone: 'idle', text: 'MQTT: disabled', rest: '' }],
  ])('%#', (clients, summary) => {
    expect(clientsSummary(clients)).toEqual(summary);
  });
});
