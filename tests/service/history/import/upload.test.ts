import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { lstat, readdir, readFile, symlink } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { saveUpload } from '../../../../service/history/import/upload.ts';
import { temporaryFolder } from '../store/support/folder.ts';

/** Larger than the buffers of the streams, so that the file fails while the request is still read. */
const BODY = Buffer.alloc(4 * 1024 * 1024, 'x');

/** Saves the body of a request; resolves with the size, or the error. */
async function saved(path: string, folder: string, announced = BODY.length): Promise<unknown> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const client = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', method: 'POST' });
  client.on('error', () => {});
  client.setHeader('Content-Length', announced);
  client.write(BODY, () => announced > BODY.length && client.destroy());
  const [incoming] = (await once(server, 'request')) as [IncomingMessage];
  const result = await saveUpload(incoming, folder, path).catch((error: unknown) => error);
  client.destroy();
  return result;
}

test('saves a file', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'a.csv');
  expect(await saved(path, folder)).toBe(BODY.length);
  expect((await readFile(path)).equals(BODY)).toBe(true);
});

test('removes an incomplete file, and says so', async () => {
  const folder = await temporaryFolder();
  const result = await saved(join(folder, 'a.csv'), folder, BODY.length + 1);
  expect(result).toMatchObject({ code: 'bad-request', message: 'The file is incomplete.' });
  expect(await readdir(folder)).toEqual([]);
});

test.skipIf(!existsSync('/dev/full'))('a full disk is not the fault of the client', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'a.csv');
  await symlink('/dev/full', path);
  expect(await saved(path, folder)).toMatchObject({
    code: 'storage-failed',
    message: expect.stringMatching(/^Cannot save the file for the import: /) as string,
  });
  await expect(lstat(path)).rejects.toThrow('ENOENT');
});
