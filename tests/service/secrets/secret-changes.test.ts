import { expect, test } from 'vitest';
import { keepsUnreadableSecrets, replacedSecrets, updatedSecrets } from '../../../service/secrets/secret-changes.ts';
import { NO_SECRETS } from '../../../service/secrets/secrets.ts';

const PATHS = { password: 'token', within: '', address: 'URL' };
const before = { address: 'https://a.example', secrets: { ...NO_SECRETS, signing_key: 'secret' } };

test('a stored signing key stays for the same address', () => {
  const { secrets, errors } = updatedSecrets(before, before.address, {}, PATHS);
  expect([secrets?.signing_key, errors]).toEqual(['secret', []]);
  expect(replacedSecrets(before, before.address, {}, 'stays').signing_key).toBe('secret');
});

test('a stored signing key must be entered again for another address', () => {
  expect(updatedSecrets(before, 'https://b.example', {}, PATHS).errors).toEqual([
    { path: 'signing_key', message: expect.stringMatching(/^must be entered again because the address changed/) },
  ]);
  expect(updatedSecrets(before, 'https://b.example', { signing_key: 'new' }, PATHS)).toMatchObject({
    secrets: { signing_key: 'new' },
    errors: [],
  });
  expect(replacedSecrets(before, 'https://b.example', {}, 'stays').signing_key).toBe('');
});

test('an entered signing key does not keep unreadable secrets', () => {
  const unreadable = { address: before.address, secrets: null };
  expect(keepsUnreadableSecrets(unreadable, before.address, {})).toBe(true);
  expect(keepsUnreadableSecrets(unreadable, before.address, { signing_key: 'new' })).toBe(false);
});
