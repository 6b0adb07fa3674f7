import { expect, test } from 'vitest';
import { atEnd } from '../../support/at-end.ts';
import { freshFolder } from '../../support/process.ts';
import { startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { begin } from './support/mensura.ts';

test('log --follow reconnects to a restarted service on another port and repeats no line', async () => {
  const dataDir = freshFolder();
  const first = await startService({ args: ['--simulate=9x0'], dataDir });
  const following = begin(['log', '--follow'], { env: { MENSURA_DATA_DIR: dataDir } });
  await until('the first run', () => following.out().includes(`listening at ${first.url}`));
  await first.stop();
  await until('the loss', () => following.err().includes('disconnected'));
  // Fewer lines than in the first run: their ids are not new.
  const second = await startService({ args: ['--no-simulate'], dataDir });
  atEnd(() => second.stop());
  await until('the second run', () => following.out().includes(`listening at ${second.url}`));
  await until('the reconnect', () => following.err().includes('reconnected'));
  following.child.kill('SIGINT');
  expect(await following.exit).toBe(0);
  const lines = following.out().trimEnd().split('\n');
  expect(new Set(lines).size).toBe(lines.length);
});
