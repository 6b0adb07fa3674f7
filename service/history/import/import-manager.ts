/** Imports files into the history: preview, import, undo. One of them runs at a time. */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ImportJob, ImportJobs, ImportOptions } from '../../contract/index.ts';
import { Backoff } from '../../support/backoff.ts';
import { errorClause, errorText, isMensuraError, MensuraError } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';
import type { History } from '../history.ts';
import { Job } from './import-job.ts';
import { applyJob, type ImportWorkOptions, previewOf, requireRemovable } from './import-work.ts';
import { removeImport } from './store-steps.ts';
import { saveUpload } from './upload.ts';

/** Previews held; a new one replaces the oldest. */
const MAX_PREVIEWS = 4;

/** Age at which a preview and its file are deleted, in milliseconds. */
const PREVIEW_MS = 86_400_000;

/** Pauses before an undo that failed, or reading the list of imports, is tried again. */
const RETRY = { firstMs: 1000, longestMs: 10_000 } as const;

export interface ImportManagerOptions extends ImportWorkOptions {
  history: Pick<History, 'imports' | 'source' | 'retention' | 'events'>;
  /** The folder of temporary files, which is emptied at the start. */
  folder: string;
  logger: Logger;
}

export class ImportManager {
  readonly #options: ImportManagerOptions;
  /** By ID, oldest first. */
  readonly #jobs = new Map<string, Job>();
  readonly #expiries = new Map<string, NodeJS.Timeout>();
  #busy: Job | 'upload' | undefined;
  /** The files of the last start are deleted; never rejects. */
  #emptied: Promise<void> = Promise.resolve();
  /** The work that is going on; never rejects. */
  #work: Promise<void> = Promise.resolve();
  readonly #retry = new Backoff(RETRY);
  #unsubscribe: (() => void) | undefined;
  /** Whether the imports of the history file are in the list. */
  #isLoaded = false;
  #isStopped = false;

  constructor(options: ImportManagerOptions) {
    this.#options = options;
  }

  /** To be called before the history opens its file. */
  start(): void {
    const { history, folder, logger } = this.#options;
    this.#unsubscribe = history.events.on('opened', () => void this.#load());
    this.#emptied = rm(folder, { recursive: true, force: true }).catch((error: unknown) =>
      logger.warn(`cannot delete temporary files: ${errorText(error)}`, { error }),
    );
  }

  /** Ends the current step. What was added so far is removed at the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unsubscribe?.();
    this.#retry.stop();
    for (const timer of this.#expiries.values()) clearTimeout(timer);
    for (const job of this.#jobs.values()) job.abort.abort(new Error('The service is stopping.'));
    await this.#work;
    await rm(this.#options.folder, { recursive: true, force: true }).catch(() => {
      // Deleted at the next start.
    });
  }

  /** Newest first. */
  list(): ImportJobs {
    return { imports: [...this.#jobs.values()].toReversed().map((job) => job.view()) };
  }

  /** @throws MensuraError `not-found` */
  get(id: string): ImportJob {
    return this.#find(id).view();
  }

  /**
   * Takes a file and starts its preview.
   * @throws MensuraError `bad-request`, `too-many` while another import runs, `storage-failed`
   */
  async upload(file: string, options: ImportOptions, source: Readable): Promise<ImportJob> {
    this.#requireIdle();
    this.#busy = 'upload';
    try {
      const { folder, clock } = this.#options;
      const id = this.#newId();
      const path = join(folder, `${id}.csv`);
      await this.#emptied;
      const bytes = await saveUpload(source, folder, path);
      const created = new Date(clock.now()).toISOString();
      const job = new Job({ id, file, created, bytes, state: 'reading', options, path });
      this.#jobs.set(id, job);
      this.#expiries.set(id, setTimeout(() => this.#expire(job), PREVIEW_MS).unref());
      this.#busy = undefined;
      this.#limitPreviews();
      this.#startPreview(job);
      return job.view();
    } finally {
      if (this.#busy === 'upload') this.#ended();
    }
  }

  /** Reads a file again. @throws MensuraError `not-found`, `conflict`, `too-many` */
  change(id: string, options: ImportOptions): ImportJob {
    const job = this.#preview(id);
    this.#requireIdle();
    job.options = options;
    this.#startPreview(job);
    return job.view();
  }

  /** Starts the import of a file. @throws MensuraError `not-found`, `conflict`, `too-many` */
  apply(id: string): ImportJob {
    const job = this.#preview(id);
    this.#requireIdle();
    if (!this.#isLoaded)
      throw new MensuraError('too-many', 'Earlier imports are not listed yet. Try again when they are.');
    if (job.state !== 'ready') throw new MensuraError('conflict', `The file cannot be imported: ${job.error}`);
    if (!job.facts.columns.some((column) => column.new > 0)) {
      throw new MensuraError('conflict', 'The file has no new readings to import.');
    }
    this.#run(job, 'applying', () => this.#apply(job));
    return job.view();
  }

  /**
   * Discards a preview, cancels an import, or starts the undo of one.
   * @throws MensuraError `not-found`; `conflict` if not all of its readings can be removed; `too-many`, `storage-failed`
   */
  async remove(id: string): Promise<void> {
    const job = this.#find(id);
    if (job.state === 'undoing') throw new MensuraError('conflict', 'The undo is already running.');
    if (job.state === 'applying') {
      job.abort.abort(new MensuraError('conflict', 'The import was canceled.'));
      return;
    }
    if (job.isPreview) {
      job.abort.abort(new MensuraError('conflict', 'The file was discarded.'));
      await this.#discard(job);
      return;
    }
    this.#requireIdle();
    this.#busy = job;
    try {
      await requireRemovable(id, this.#options.history.imports);
      await this.#options.history.imports.setState(id, 'undoing', job.summary);
    } catch (error) {
      this.#ended();
      throw error;
    }
    this.#run(job, 'undoing', () => this.#undo(job));
  }

  #find(id: string): Job {
    const job = this.#jobs.get(id);
    if (!job) throw new MensuraError('not-found', `No import with ID ${id}.`);
    return job;
  }

  #preview(id: string): Job {
    const job = this.#find(id);
    if (!job.isPreview) throw new MensuraError('conflict', 'The file was imported already.');
    return job;
  }

  #requireIdle(): void {
    if (this.#isStopped) throw new MensuraError('conflict', 'The service is stopping.');
    if (this.#busy) throw new MensuraError('too-many', 'Another import is running. Try again when it has ended.');
    // A new import would skip the readings that are still to be removed.
    const undone = this.#interrupted();
    if (undone) {
      const text = `The readings of ${undone.file}, whose import was interrupted, are being removed. Try again when they are.`;
      throw new MensuraError('too-many', text);
    }
  }

  /** An import that is to be undone, or is being undone. */
  #interrupted(): Job | undefined {
    return [...this.#jobs.values()].find(({ state }) => state === 'undoing');
  }

  #ended(): void {
    this.#busy = undefined;
    this.#undoInterrupted();
  }

  #newId(): string {
    const id = randomBytes(4).toString('hex');
    return this.#jobs.has(id) ? this.#newId() : id;
  }

  #run(job: Job, state: Job['state'], work: () => Promise<void>): void {
    this.#busy = job;
    job.state = state;
    job.progress = 0;
    job.error = null;
    job.abort = new AbortController();
    this.#work = work()
      .catch((error: unknown) => {
        job.error = errorText(error);
        if (job.abort.signal.aborted) this.#options.logger.info(`canceled ${job.file}`);
        else this.#options.logger.error(`cannot import ${job.file}: ${errorText(error)}`, { error });
      })
      .finally(() => {
        job.progress = null;
        this.#ended();
      });
  }

  #startPreview(job: Job): void {
    this.#run(job, 'reading', async () => {
      try {
        job.facts = await previewOf(job, this.#options);
        job.state = 'ready';
      } catch (error) {
        job.state = 'unreadable';
        job.error = isMensuraError(error) ? describe(error) : `Cannot read the file: ${errorClause(error)}.`;
      }
    });
  }

  /** All readings or none. */
  async #apply(job: Job): Promise<void> {
    const { logger } = this.#options;
    try {
      const added = await applyJob(job, this.#options);
      job.state = 'applied';
      await this.#deleteFile(job);
      this.#forgetOldest();
      logger.info(`imported ${job.file} (${added} readings)`);
    } catch (error) {
      // The store has it in the list, or nothing of it was added.
      job.state = 'undoing';
      if (this.#isStopped) return;
      await this.#rollBack(job);
      job.state = 'ready';
      throw error;
    }
  }

  /** Removes what was added; the file stays, to be tried again. */
  async #rollBack(job: Job): Promise<void> {
    try {
      await this.#removeReadings(job, () => {});
    } catch (error) {
      this.#retryLater();
      throw error;
    }
  }

  async #undo(job: Job): Promise<void> {
    try {
      await this.#removeReadings(job, (share) => void (job.progress = share));
      if (this.#isStopped) return;
      this.#retry.succeeded();
      if (job.path === undefined) await this.#discard(job);
      else job.state = 'ready';
      this.#options.logger.info(`removed the readings of ${job.file}`);
    } catch (error) {
      this.#retryLater();
      throw error;
    }
  }

  /** Ends early when the service stops. */
  async #removeReadings(job: Job, report: (share: number) => void): Promise<void> {
    const { imports } = this.#options.history;
    try {
      // The store may have it as applied, if only the reply was lost.
      await imports.setState(job.id, 'undoing', job.summary);
      await removeImport(imports, job.id, report, () => this.#isStopped);
    } catch (error) {
      // It had not begun, or is forgotten already.
      if (!isMensuraError(error, 'not-found')) throw error;
    }
  }

  #retryLater(): void {
    if (!this.#isStopped) this.#retry.later(() => (this.#isLoaded ? this.#undoInterrupted() : void this.#load()));
  }

  /** The imports of the file that was opened; those that a crash interrupted are undone. */
  async #load(): Promise<void> {
    const { history, logger } = this.#options;
    this.#isLoaded = false;
    try {
      const stored = await history.imports.list();
      for (const [id, job] of this.#jobs) if (!job.isPreview && this.#busy !== job) this.#jobs.delete(id);
      const previews = [...this.#jobs];
      this.#jobs.clear();
      for (const one of stored) {
        const running = previews.find(([id]) => id === one.id)?.[1];
        this.#jobs.set(one.id, running ?? Job.fromStore(one));
      }
      for (const [id, job] of previews) this.#jobs.set(id, job);
      this.#isLoaded = true;
      this.#undoInterrupted();
    } catch (error) {
      logger.error(`cannot read the list of imports: ${errorText(error)}`, { error });
      this.#retryLater();
    }
  }

  #undoInterrupted(): void {
    if (this.#isStopped || this.#busy || this.#retry.isPausing) return;
    const job = this.#interrupted();
    if (!job) return;
    this.#options.logger.warn(`removing the readings of ${job.file}, whose import did not finish`);
    this.#run(job, 'undoing', () => this.#undo(job));
  }

  /** As the store does. */
  #forgetOldest(): void {
    const { imports } = this.#options.history;
    imports
      .list()
      .then((stored) => {
        const ids = new Set(stored.map(({ id }) => id));
        for (const [id, job] of this.#jobs) if (job.state === 'applied' && !ids.has(id)) this.#jobs.delete(id);
      })
      .catch((error: unknown) => this.#options.logger.warn(`cannot list imports: ${errorText(error)}`, { error }));
  }

  #limitPreviews(): void {
    const previews = [...this.#jobs.values()].filter(({ isPreview }) => isPreview);
    for (const job of previews.slice(0, Math.max(0, previews.length - MAX_PREVIEWS))) void this.#discard(job);
  }

  #expire(job: Job): void {
    if (job.isPreview && this.#busy !== job) void this.#discard(job);
  }

  async #discard(job: Job): Promise<void> {
    this.#jobs.delete(job.id);
    await this.#deleteFile(job);
  }

  async #deleteFile(job: Job): Promise<void> {
    const { path } = job;
    clearTimeout(this.#expiries.get(job.id));
    this.#expiries.delete(job.id);
    job.path = undefined;
    if (path === undefined) return;
    await rm(path, { force: true }).catch((error: unknown) =>
      this.#options.logger.warn(`cannot delete ${path}: ${errorText(error)}`, { error }),
    );
  }
}

/** With the invalid field, if there is one. */
function describe({ message, errors }: MensuraError): string {
  const [field] = errors;
  return field ? `${field.path}: ${field.message}.` : message;
}
