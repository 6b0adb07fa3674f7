import { expect, test } from 'vitest';
import {
  editRunRoute,
  reportRoute,
  runRoute,
  runTarget,
  saveAsRunRoute,
} from '../../../renderer/features/runs/routes.ts';

const CHANNELS = [
  { family: 'usb', serial: 'E1', channel: 'temperature' },
  { family: 'gateway', serial: 'a b/c&d', channel: 'x=y' },
] as const;

test('a range of charts comes back with its channels, to the millisecond', () => {
  const range = { from: 1_763_600_000_123, to: 1_763_600_060_456 };
  expect(runTarget(saveAsRunRoute(CHANNELS, range))).toEqual({ kind: 'new', channels: CHANNELS, range });
});

test.each([
  ['/runs', { kind: 'list' }],
  ['/runs/', { kind: 'list' }],
  [runRoute(12), { kind: 'run', id: 12 }],
  [editRunRoute(12), { kind: 'edit', id: 12 }],
  [reportRoute(12), { kind: 'run', id: 12 }],
  ['/runs/+new', { kind: 'new', channels: [], range: undefined }],
  ['/runs/+new/from=x&to=y', { kind: 'new', channels: [], range: undefined }],
  ['/runs/+new/last=5min', { kind: 'new', channels: [], range: undefined }],
  ['/runs/twelve', { kind: 'unknown', text: 'twelve' }],
  ['/runs/-1', { kind: 'unknown', text: '-1' }],
  ['/runs/1234567890123456', { kind: 'unknown', text: '1234567890123456' }],
])('%s', (route, target) => {
  expect(runTarget(route)).toEqual(target);
});
