import { describe, expect, test } from 'vitest';
import {
  describeDestination,
  destinationBadge,
  destinationLabel,
  destinationsSummary,
  targetWords,
} from '../../../renderer/data/destinations/labels.ts';
import type { DestinationInput } from '../../../service/contract/index.ts';
import { destinationError, destinationView } from '../../support/views/destinations.ts';

test.each<[Partial<DestinationInput>, string]>([
  [{ kind: 'email', to: ['lab@a.example'] }, 'lab@a.example'],
  [{ kind: 'email', to: ['lab@a.example', 'b@a.example', 'c@a.example'] }, 'lab@a.example, 2 more'],
  [{ kind: 'ntfy', url: 'https://ntfy.sh/', topic: 'plant' }, 'ntfy.sh/plant'],
  // The path of a webhook is often a secret.
  [{ kind: 'webhook', url: 'HTTPS://hooks.example:8443/secret?x=1' }, 'hooks.example:8443'],
  [{ kind: 'heartbeat', url: 'http://beats.example/plant' }, 'beats.example'],
])('%j arrives at %s', (config, words) => {
  expect(targetWords(destinationView({ id: 'a', config }).config)).toBe(words);
});

describe('the state of a destination', () => {
  const needed = { state: 'failed', error: destinationError('secret-needed', 'Cannot be read.') } as const;

  test.each<[Partial<DestinationInput>, { token_set?: boolean }, string]>([
    [{ kind: 'email', username: 'me' }, {}, 'Password required'],
    [{ kind: 'ntfy' }, { token_set: true }, 'Token required'],
    [{ kind: 'webhook' }, { token_set: true }, 'Token required'],
    [{ kind: 'webhook' }, {}, 'Signing key required'],
    [{ kind: 'email', username: 'me', enabled: false }, {}, 'Disabled'],
  ])('of %j, %j with an unreadable secret is %s', (config, secrets, word) => {
    expect(destinationBadge(destinationView({ id: 'a', config, status: needed, ...secrets }), 0).word).toBe(word);
  });

  test('is ready, unless notifications are held or it is disabled', () => {
    expect(destinationBadge(destinationView({ id: 'a' }), 0)).toEqual({ word: 'Ready', tone: 'good' });
    const held_until = new Date(Date.now() + 3_600_000).toISOString();
    const held = destinationView({ id: 'a', status: { held_until, waiting: 1 } });
    expect(destinationBadge(held, 0).word).toMatch(/^Held until .*\d\d:\d\d$/);
    const disabled = destinationView({ id: 'a', config: { enabled: false }, status: { state: 'idle' } });
    expect(destinationBadge(disabled, 0).word).toBe('Disabled');
    expect(describeDestination(disabled)).toBe('disabled');
    expect(describeDestination(held)).toMatch(/^ready since /);
    expect(describeDestination(destinationView({ id: 'a', status: needed }))).toMatch(/^not delivering since /);
  });

  test('counts down to the next attempt, but not for screen readers', () => {
    const status = { state: 'waiting', next_retry: '2026-11-20T00:00:30.000Z' } as const;
    const destination = destinationView({ id: 'a', status });
    expect(destinationBadge(destination, Date.parse('2026-11-20T00:00:10Z')).word).toBe('Retrying in 20 s');
    expect(destinationLabel(destination)).toBe('Waiting to retry');
  });

  test('is summed up for the status line', () => {
    expect(destinationsSummary([])).toBeNull();
    const failed = destinationView({ id: 'b', status: { state: 'failed' } });
    expect(destinationsSummary([destinationView({ id: 'a' }), failed])).toEqual({
      tone: 'warning',
      text: 'Notifications: 1 of 2',
      rest: ' ready',
    });
  });
});
