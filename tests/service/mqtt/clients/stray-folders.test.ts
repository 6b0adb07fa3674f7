import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderNameOf } from '../../../../service/mqtt/clients/client-id.ts';
import { removeOrphanedFolders } from '../../../../service/mqtt/clients/stray-folders.ts';
import { silentLogger } from '../../../../service/support/logger.ts';

test('the folder of a client that is no more goes; those of others, and what is not ours, stay', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mensura-strays-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of [folderNameOf('lab'), folderNameOf('gone'), 'notes']) {
    mkdirSync(join(folder, name, 'outbox'), { recursive: true });
    writeFileSync(join(folder, name, 'outbox', 'a file'), 'with readings');
  }
  await removeOrphanedFolders(folder, ['lab'], silentLogger);
  expect(readdirSync(folder).toSorted()).toEqual([folderNameOf('lab'), 'notes'].toSorted());
});

test('where there is no folder there is nothing to do', async () => {
  await expect(removeOrphanedFolders('/nowhere/at/all', ['lab'], silentLogger)).resolves.toBeUndefined();
});
