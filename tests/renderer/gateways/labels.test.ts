import { describe, expect, test } from 'vitest';
import { formatNextRetry, healthBadge } from '../../../renderer/data/config-items/labels.ts';
import { formatLatency } from '../../../renderer/data/format/numbers.ts';
import {
  behindCountWords,
  formatGatewayRef,
  gatewayHealth,
  gatewayNames,
  gatewaysSummary,
  gatewayTitle,
  placeWords,
} from '../../../renderer/data/gateways/labels.ts';
import { gatewayView, remoteConfig } from '../../support/views/gateways.ts';

const NOW = Date.parse('2026-11-20T14:45:12.318Z');

test.each([
  ['G00033', 'Gateway G00033', 'G00033'],
  ['MS0123456789', 'Mensura MS0123456789', 'Mensura MS0123456789'],
  // Too short for an installation of Mensura.
  ['MS012345678', 'Gateway MS012345678', 'MS012345678'],
  ['XMS0123456789', 'Gateway XMS0123456789', 'XMS0123456789'],
])('what stands behind %s', (serial, title, behind) => {
  expect(gatewayTitle(serial)).toBe(title);
  expect(formatGatewayRef(serial)).toBe(behind);
});

test('a gateway fares in the words of every entry', () => {
  const waiting = gatewayView({ id: 'a', status: { state: 'waiting', next_retry: '2026-11-20T14:45:26.000Z' } });
  expect(healthBadge(gatewayHealth(waiting), NOW)).toEqual({ word: 'Retrying in 14 s', tone: 'warning' });
  const off = gatewayView({ id: 'a', config: { enabled: false }, status: { state: 'idle' } });
  expect(healthBadge(gatewayHealth(off), NOW)).toEqual({ word: 'Disabled', tone: 'plain' });
  expect(healthBadge(gatewayHealth(gatewayView({ id: 'a' })), NOW)).toEqual({ word: 'Connected', tone: 'good' });
});

test('a disabled gateway keeps its name for devices that know it by its address', () => {
  const off = gatewayView({
    id: 'a',
    config: { name: 'Cold store', host: '10.0.0.7', port: 8080, enabled: false },
    status: { state: 'idle', gateways: [] },
  });
  expect(gatewayNames([off, gatewayView({ id: 'b', config: remoteConfig('Fleet', 'plant', 'mensura') })])).toEqual(
    new Map([['10.0.0.7:8080', 'Cold store']]),
  );
});

test('when it is tried again', () => {
  expect(formatNextRetry('2026-11-20T14:45:26.000Z', NOW)).toBe('Retrying in 14 s.');
  expect(formatNextRetry('2026-11-20T14:45:12.000Z', NOW)).toBe('Retrying now…');
  expect(formatNextRetry(null, NOW)).toBeUndefined();
});

describe('all gateways in the status line', () => {
  const online = gatewayView({ id: 'a' });
  const failed = gatewayView({ id: 'b', status: { state: 'failed' } });
  const off = gatewayView({ id: 'c', config: { enabled: false }, status: { state: 'idle' } });

  test.each([
    [[], null],
    [[online], { tone: 'good', text: 'Gateways: 1 of 1', rest: ' connected' }],
    [[online, failed], { tone: 'warning', text: 'Gateways: 1 of 2', rest: ' connected' }],
    [[online, off], { tone: 'good', text: 'Gateways: 1 of 1', rest: ' connected' }],
    [[off], { tone: 'idle', text: 'Gateways: disabled', rest: '' }],
  ])('%#', (gateways, summary) => {
    expect(gatewaysSummary(gateways)).toEqual(summary);
  });
});

test('where it is, and what is behind it', () => {
  expect(placeWords(gatewayView({ id: 'a', config: { host: '::1' } }).config)).toBe('[::1]:8080');
  expect(placeWords(gatewayView({ id: 'a', config: remoteConfig('f', 'plant', 'fleet/+') }).config)).toBe('fleet/+');
  expect(behindCountWords('mqtt', 500)).toBe('500 installations');
  expect(behindCountWords('mqtt', 1)).toBe('1 installation');
  expect(behindCountWords('sensgate', 1)).toBe('1 gateway');
});

test.each([
  [0.42, '0.4 ms'],
  [9.94, '9.9 ms'],
  [12.4, '12 ms'],
  [999.4, '999 ms'],
  [1234, '1.2 s'],
  // The other computer's clock is ahead.
  [-3.2, '−3.2 ms'],
  [-1500, '−1.5 s'],
])('a latency of %d ms: %s', (ms, words) => {
  expect(formatLatency(ms)).toBe(words);
});
