/**
 * The disk of the data folder fails while the service runs: the kernel makes its file system read-only, or returns
 * input/output errors. The service reports it and continues to measure, and a start on the repaired disk finds whole
 * files. Needs root and Linux: a file is mounted as a disk.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AppStatus, HistoryStorage } from '../../service/contract/index.ts';
import { type AtEnd, withEnds } from '../support/ends.ts';
import { endsWithUs } from '../support/ends-with-us.ts';
import { addClients, dataFolder, kill, publishingFlags, send } from '../support/load/publishing.ts';
import { type RunningService, startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { keptReadings } from './endurance/kept.ts';
import { type Outcome, Problems } from './support/outcome.ts';

/** Shell commands that break the disk; `$0` is its mount point. */
const FAILURES = {
  'read-only': 'echo 1 > /sys/fs/ext4/$(basename $(findmnt -n -o SOURCE "$0"))/trigger_fs_error',
  // EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH, of linux/fs/ext4/ext4.h.
  'input/output errors': `perl -e 'open F, "<", $ARGV[0]; my $flags = pack("L", 2); ioctl(F, 0x8004587d, $flags) or die $!' "$0"`,
} as const;

const LOAD = { devices: 3, periodMs: 20 };

/** Time on the broken disk, in milliseconds. */
const BROKEN_MS = 5000;

export function brokenDisk(): Promise<Outcome> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    const obstacle = 'It was not run: it mounts a disk of its own, which root alone may do, on Linux.';
    return Promise.resolve({ facts: [], problems: [obstacle] });
  }
  return withEnds(async (atEnd) => {
    const facts: string[] = [];
    const problems = new Problems();
    for (const failure of Object.keys(FAILURES) as (keyof typeof FAILURES)[]) {
      const fact = await run(atEnd, failure, problems);
      facts.push(`${failure}: ${fact}`);
    }
    return { facts, problems: problems.list };
  });
}

function command(words: readonly string[]): void {
  const [program = '', ...rest] = words;
  const { status, stderr } = spawnSync(program, rest, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

async function run(atEnd: AtEnd, failure: keyof typeof FAILURES, problems: Problems): Promise<string> {
  const begin = Date.now();
  const image = join(await dataFolder(atEnd), 'disk');
  const folder = await dataFolder(atEnd);
  command(['truncate', '-s', '128M', image]);
  command(['mkfs.ext4', '-q', image]);
  const service = await start(atEnd, image, folder);
  const { url, process: child } = service;
  await send(url, 'PATCH', '/app/v1/settings', { csv_log: true });
  // Nothing listens there, so the outbox is stored on disk.
  await addClients(url, { away: 1 });
  await until('stored readings', async () => (await storage(url)).stored_total > 500);
  const before = await status(url);
  const { stored_total: stored } = await storage(url);
  command(['nsenter', '-t', String(child.pid), '-m', 'sh', '-c', FAILURES[failure], folder]);
  const seen = new Set<string>();
  await until('the problem of the history', async () => {
    for (const { code } of (await status(url)).problems) seen.add(code);
    return (await storage(url)).state !== 'recording';
  });
  const refused = await send(url, 'PATCH', '/app/v1/settings', { history_raw_days: 33 });
  problems.unless(refused.status === 500, `${failure}: a change returned ${refused.status}`);
  await delay(BROKEN_MS);
  const after = await status(url);
  for (const { code } of after.problems) seen.add(code);
  const facts = await storage(url);
  problems.unless(after.readings_total > before.readings_total + 500, `${failure}: sampling stopped`);
  problems.unless(facts.dropped_total === 0, `${failure}: ${facts.dropped_total} readings were discarded`);
  const code = await service.stop();
  problems.unless(code === 0, `${failure}: the service ended with exit code ${code}`);

  const again = await start(atEnd, image, folder);
  const { problems: reported } = await status(again.url);
  for (const { code: problem, text } of reported) {
    problems.unless(!/damaged/.test(problem + text), `${failure}: the next start reports ${problem}: ${text}`);
  }
  const { history_raw_days: days } = (await (await fetch(`${again.url}/app/v1/settings`)).json()) as {
    history_raw_days: number;
  };
  problems.unless(days !== 33, `${failure}: a refused change was applied`);
  const counts = await keptReadings(again.url, begin);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  problems.unless(total >= stored, `${failure}: ${total} of ${stored} readings are stored`);
  await again.stop();
  return `${[...seen].join(', ')}; ${total} readings stored, ${stored} of them before`;
}

async function start(atEnd: AtEnd, image: string, folder: string): Promise<RunningService> {
  const script = 'mount -o loop,errors=remount-ro "$0" "$1" && shift && exec "$@"';
  const prefix = ['unshare', '-m', 'sh', '-c', script, image, folder];
  const service = await startService({ dataDir: folder, args: publishingFlags(LOAD), prefix });
  endsWithUs(service.process);
  atEnd(() => kill(service));
  return service;
}

const read = async <Answer>(url: string, path: string): Promise<Answer> =>
  (await (await fetch(`${url}/app/v1/${path}`)).json()) as Answer;
const status = (url: string): Promise<AppStatus> => read<AppStatus>(url, 'status');
const storage = (url: string): Promise<HistoryStorage> => read<HistoryStorage>(url, 'history/storage');
