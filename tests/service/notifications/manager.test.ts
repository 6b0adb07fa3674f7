/** Destinations as the app API administers them, over the real store. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { NotificationQueue } from '../../../service/alarms/notification-queue.ts';
import { type DestinationInput, destinationInputSchema } from '../../../service/contract/index.ts';
import { NotificationManager } from '../../../service/notifications/manager.ts';
import type { MessageComposer } from '../../../service/notifications/message-composer.ts';
import { DestinationStore } from '../../../service/notifications/store.ts';
import { SecretStore } from '../../../service/settings/secret-store.ts';
import { systemClock } from '../../../service/support/clock.ts';
import { isMensuraError } from '../../../service/support/errors.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { ALARM } from '../../support/alarm.ts';
import { message } from '../../support/outgoing-message.ts';
import { freshFolder } from '../../support/process.ts';
import { until } from '../../support/until.ts';

async function startManager(dataDir = freshFolder()) {
  const common = { clock: systemClock, logger: silentLogger };
  const vault = new SecretStore({ dataDir, encryption: undefined, logger: silentLogger });
  await vault.start();
  const store = new DestinationStore({ dataDir, vault, logger: silentLogger });
  await store.start();
  const queue = new NotificationQueue({
    clock: systemClock,
    onChange: () => {},
    save: async () => {},
    find: () => undefined,
  });
  /** The text of each problem. */
  const raised = new Map<string, string>();
  const compose = async () => message();
  const manager = new NotificationManager({
    ...common,
    store,
    vault,
    queue,
    composer: { alarms: compose, daily: compose, test: compose } as unknown as MessageComposer,
    raise: ({ code, subject, text }) => raised.set(`${code} ${subject}`, text),
    clear: ({ code, subject }) => raised.delete(`${code} ${subject}`),
  });
  manager.prepare();
  manager.start();
  onTestFinished(() => manager.stop());
  return { manager, queue, raised, dataDir };
}

const input = (fields: Partial<DestinationInput> = {}) =>
  destinationInputSchema.parse({ kind: 'webhook', name: 'Line', url: 'http://127.0.0.1:1/hook', ...fields });

const email = (fields: Partial<DestinationInput> = {}) => {
  const addresses = { from: 'a@example.com', to: ['b@example.com'] };
  return destinationInputSchema.parse({ kind: 'email', name: 'Lab', host: 'mail.example', ...addresses, ...fields });
};

async function refusal(change: Promise<unknown>): Promise<string> {
  try {
    await change;
    return 'done';
  } catch (error) {
    return isMensuraError(error) ? `${error.code} ${error.errors.map(({ path }) => path).join(',')}`.trim() : 'other';
  }
}

test('secrets are in no answer, nor in the file of the destinations, and stay with their server', async () => {
  const { manager, dataDir } = await startManager();
  const { id } = await manager.create(input({ token: 'planted', signing_key: 'signed' }));
  expect(manager.get(id)).toMatchObject({ token_set: true, signing_key_set: true, password_set: false });
  expect(JSON.stringify(manager.list())).not.toMatch(/planted|signed/);
  expect(readFileSync(join(dataDir, 'destinations.json'), 'utf8')).not.toMatch(/planted|signed/);
  expect(manager.secretTexts().toSorted()).toEqual(['planted', 'signed']);
  expect(await refusal(manager.update(id, input({ url: 'http://127.0.0.1:1/other' })))).toBe('done');
  const elsewhere = { url: 'http://127.0.0.1:2/hook' };
  expect(await refusal(manager.update(id, input(elsewhere)))).toBe('bad-request token,signing_key');
  expect(await refusal(manager.update(id, input({ ...elsewhere, token: 'new', signing_key: '' })))).toBe('done');
  expect(manager.get(id)).toMatchObject({ token_set: true, signing_key_set: false });
});

test('a password is asked for again for another mail server, and goes with the username', async () => {
  const { manager } = await startManager();
  const { id } = await manager.create(email({ username: 'ann', password: 'planted' }));
  for (const change of [{ host: 'other.example' }, { port: 25 }, { encryption: 'tls' as const }]) {
    expect(await refusal(manager.update(id, email({ username: 'ann', ...change })))).toBe('bad-request password');
  }
  expect((await manager.update(id, email({ username: 'ann' }))).password_set).toBe(true);
  expect((await manager.update(id, email())).password_set).toBe(false);
});

test('another kind does not get the secrets of the former one', async () => {
  const { manager } = await startManager();
  const { id } = await manager.create(input({ token: 'planted', signing_key: 'signed' }));
  await manager.update(
    id,
    destinationInputSchema.parse({ kind: 'ntfy', name: 'Line', url: 'http://127.0.0.1:1', topic: 't' }),
  );
  expect(manager.get(id).token_set).toBe(false);
  expect(manager.secretTexts()).toEqual([]);
});

test('a signed webhook can become an e-mail without a username', async () => {
  const { manager } = await startManager();
  const { id } = await manager.create(input({ token: 'planted', signing_key: 'signed' }));
  expect(await refusal(manager.update(id, email()))).toBe('done');
  expect(manager.secretTexts()).toEqual([]);
});

test('names are unique, and a removed destination comes back with its secrets', async () => {
  const { manager } = await startManager();
  const { id } = await manager.create(input({ token: 'planted' }));
  expect(await refusal(manager.create(input()))).toBe('conflict name');
  await manager.remove(id);
  expect(await refusal(Promise.resolve().then(() => manager.get(id)))).toBe('not-found');
  expect(await manager.restore(id)).toMatchObject({ id, token_set: true });
});

test('a backup restores a destination elsewhere disabled, and names the secrets to enter', async () => {
  const { manager } = await startManager();
  const { id } = await manager.create(input({ token: 'planted' }));
  const entries = [{ id, config: input({ url: 'http://elsewhere.example/' }) }];
  const { notes, undo } = await manager.replaceAll(entries, [id]);
  expect(manager.get(id)).toMatchObject({ config: { enabled: false }, token_set: false });
  expect(notes).toEqual([
    'These destinations were restored disabled; check their addresses, then enable them: Line.',
    'Enter the passwords, tokens or signing keys of these destinations again: Line.',
  ]);
  await undo();
  expect(manager.get(id)).toMatchObject({ config: { enabled: true }, token_set: true });
});

test('alarms wait for enabled destinations alone, and one that cannot deliver is a problem', async () => {
  const { manager, queue, raised } = await startManager();
  const { id } = await manager.create(input());
  const { id: disabled } = await manager.create(input({ name: 'Off', enabled: false }));
  queue.note(ALARM);
  expect([queue.size(id), queue.size(disabled)]).toEqual([1, 0]);
  await until('the problem', () => raised.has('notification-failed Line'));
  expect(raised.get('notification-failed Line')).toBe(
    'Cannot deliver notifications to "Line": Cannot connect to port 1 of 127.0.0.1: connection refused.',
  );
  expect(manager.get(id).status).toMatchObject({ state: 'waiting', waiting: 1, error: { code: 'port-refused' } });
  await manager.setEnabled(id, false);
  expect(queue.size(id)).toBe(0);
  await until('its end', () => raised.size === 0);
});

test('a heartbeat that cannot send its requests is a problem', async () => {
  const { manager, raised } = await startManager();
  await manager.create(destinationInputSchema.parse({ kind: 'heartbeat', name: 'Beat', url: 'http://127.0.0.1:1/' }));
  await until('the problem', () => raised.has('notification-failed Beat'));
  expect(raised.get('notification-failed Beat')).toMatch(/^Cannot send the requests of heartbeat "Beat": /);
});
