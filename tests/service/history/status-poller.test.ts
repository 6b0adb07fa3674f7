import { expect, onTestFinished, test } from 'vitest';
import { StatusPoller } from '../../../service/history/status-poller.ts';
import { INITIAL_STATUS } from '../../../service/history/storage-info.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { ManualClock } from '../devices/support.ts';

test('a question that fails, at once or later, is followed by others', async () => {
  const answers = [
    (): never => {
      throw new Error('at once');
    },
    () => Promise.reject(new Error('later')),
    () => Promise.resolve({ ...INITIAL_STATUS, bytes: 77 }),
  ];
  const clock = new ManualClock();
  const watch = new StatusPoller({
    status: () => answers.shift()?.() ?? Promise.reject(new Error('no more')),
    onStatus: () => {},
    clock,
    logger: silentLogger,
  });
  onTestFinished(() => watch.stop());
  watch.start();
  await expect
    .poll(() => {
      clock.advance(1000);
      watch.requested();
      return watch.latest.bytes;
    })
    .toBe(77);
});
