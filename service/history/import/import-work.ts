/** The steps of a preview and of an import. */
import { channelPath } from '../../contract/index.ts';
import type { Registry } from '../../devices/registry.ts';
import type { Clock } from '../../support/clock.ts';
import { counted } from '../../support/counted.ts';
import { MensuraError } from '../../support/errors.ts';
import type { History } from '../history.ts';
import { declarationOf } from '../recorder/channel-slots.ts';
import { expiryOf, factsOf, type Job, type PreviewCounts, type PreviewFacts } from './import-job.ts';
import { type ReadColumn, type ReadFile, readFile } from './read-file.ts';
import { inSteps } from './store-steps.ts';
import type { ChannelCatalog } from './targets.ts';
import type { ImportedColumn, ImportStore } from './types.ts';

/** Shares of the progress. */
const READ_SHARE = { preview: 0.7, apply: 0.3 } as const;

export interface ImportWorkOptions {
  history: Pick<History, 'imports' | 'source' | 'retention'>;
  registry: Pick<Registry, 'all'>;
  clock: Clock;
}

/** @throws errors of the file and of the store */
export async function previewOf(job: Job, options: ImportWorkOptions): Promise<PreviewFacts> {
  const { history, clock } = options;
  const read = await readJob(job, options, READ_SHARE.preview);
  const expiry = expiryOf(history.retention, clock.now());
  const stored = new Set((await history.source.channels()).map(channelPath));
  const report = progressOf(job, read, READ_SHARE.preview);
  const counts = new Map<ReadColumn, PreviewCounts>();
  for (const column of read.columns) {
    const { target, readings } = column;
    if (!target || !readings) continue;
    const { family, serial, channel, unit } = target;
    const check = (first: ImportedColumn) => history.imports.check({ family, serial, channel }, unit, first, expiry);
    const found = await inSteps(readings, check, report, job.abort.signal);
    counts.set(column, { ...found, isNew: !stored.has(channelPath(target)) });
  }
  return factsOf(read, counts, history.retention);
}

/**
 * Adds the readings of a file. What it added before an error has to be removed.
 * @returns the number of readings
 */
export async function applyJob(job: Job, options: ImportWorkOptions): Promise<number> {
  const { imports } = options.history;
  const read = await readJob(job, options, READ_SHARE.apply);
  await imports.begin(job.id, job.summary);
  const report = progressOf(job, read, READ_SHARE.apply);
  let added = 0;
  for (const { target, readings } of read.columns) {
    if (!target || !readings) continue;
    const add = (first: ImportedColumn) => imports.add(job.id, target, first);
    added += (await inSteps(readings, add, report, job.abort.signal)).added;
  }
  job.abort.signal.throwIfAborted();
  await imports.setState(job.id, 'applied', job.summary);
  return added;
}

/** @throws MensuraError `conflict` if not all readings of an import can be removed */
export async function requireRemovable(id: string, imports: Pick<ImportStore, 'parts' | 'stuck'>): Promise<void> {
  let stuck = 0;
  for (const { part } of await imports.parts(id)) stuck += await imports.stuck(part);
  if (stuck === 0) return;
  throw new MensuraError(
    'conflict',
    `Cannot undo the import: retention has deleted ${counted(stuck, 'raw reading')} of it, and their hours contain other readings.`,
  );
}

async function readJob(job: Job, options: ImportWorkOptions, share: number): Promise<ReadFile> {
  const { path, file, bytes } = job;
  if (path === undefined || !job.options)
    throw new MensuraError('conflict', 'Cannot read the file: it was deleted. Upload it again.');
  return readFile(
    { path, file, options: job.options },
    {
      catalog: await catalogOf(options),
      now: options.clock.now(),
      onProgress: (done) => (job.progress = Math.min(1, done / Math.max(1, bytes)) * share),
      signal: job.abort.signal,
    },
  );
}

async function catalogOf({ history, registry }: ImportWorkOptions): Promise<ChannelCatalog> {
  const stored = await history.source.channels();
  const known = registry.all().flatMap(({ description }) =>
    Object.keys(description.product.channels).map((channel) => {
      const { slot: _slot, ...target } = declarationOf(description, channel, 0);
      return target;
    }),
  );
  return { stored, known };
}

/** @param share of the progress that is done */
function progressOf(job: Job, { columns }: ReadFile, share: number): (readings: number) => void {
  const total = columns.reduce((sum, { readings }) => sum + (readings?.at.length ?? 0), 0);
  let done = 0;
  return (readings) => {
    done += readings;
    job.progress = share + (1 - share) * (done / Math.max(1, total));
  };
}
