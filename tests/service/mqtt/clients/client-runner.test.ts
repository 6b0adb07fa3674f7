/** One identifier at work, where its folder cannot be used. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ClientRunner } from '../../../../service/mqtt/clients/client-runner.ts';
import { systemClock } from '../../../../service/support/clock.ts';
import { type Logger, silentLogger } from '../../../../service/support/logger.ts';
import { clientConfig, createPublisherBench } from '../publish/support.ts';

test('a client whose files cannot be deleted makes room for the next', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mensura-slot-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // A file in the place of the clients' folder: nothing can be made in it or deleted from it, by root either.
  const blocked = join(folder, 'mqtt');
  writeFileSync(blocked, '');
  const logger = { ...silentLogger, error: vi.fn<Logger['error']>(), child: () => silentLogger };
  const raised = new Set<string>();
  const slot = new ClientRunner(
    'client-1',
    {
      publisher: createPublisherBench().publisher,
      installation: 'MS0123456789',
      folder: blocked,
      clock: systemClock,
      logger,
      raise: ({ code }) => raised.add(code),
      clear: ({ code }) => raised.delete(code),
    },
    () => {},
  );
  // Nothing listens on port 1.
  const config = clientConfig({ host: '127.0.0.1', port: 1 });
  slot.run(config);
  const removed = slot.remove();
  slot.run(config);
  await removed;
  expect(logger.error).toHaveBeenCalledWith(expect.stringContaining('ENOTDIR'), expect.anything());
  await vi.waitFor(() => expect(slot.status(true).error?.code).toBe('port-refused'), { timeout: 30_000 });
  await slot.stop();
  expect([...raised]).toEqual([]);
});
