/** One visit of the import dialog: from a file, or a former import, to its end. */
import type { ImportJob, ImportOptions } from '../../../service/contract/index.ts';
import { pause } from '../pause.ts';
import { RequestError } from '../requests.ts';
import { type Readable, ValueStore } from '../store.ts';
import { applyImport, changeImport, fetchImport, removeImport, uploadImport } from './requests.ts';

const REQUESTS = {
  upload: uploadImport,
  get: fetchImport,
  change: changeImport,
  apply: applyImport,
  remove: removeImport,
};

export type ImportRequests = typeof REQUESTS;

export interface ImportView {
  readonly step: 'choosing' | 'uploading' | 'following' | 'undone';
  /** Name of the file; empty while choosing. */
  readonly file: string;
  /** The import as last reported; its readings were removed if `undone`. */
  readonly job: ImportJob | undefined;
  /** Null without an error. */
  readonly failure: { readonly title: string; readonly text: string } | null;
  /** A request for a change is pending. */
  readonly isBusy: boolean;
}

export interface ImportSessionOptions {
  readonly requests?: ImportRequests;
  /** Between two looks at the progress, in milliseconds. Default 250. */
  readonly pollMs?: number;
  /** Readings were added or removed. */
  readonly onChanged: (job: ImportJob) => void;
}

const POLL_MS = 250;

/** Failed looks at the progress in a row, after which it is given up. */
const MAX_FAILURES = 40;

const NOTHING: ImportView = { step: 'choosing', file: '', job: undefined, failure: null, isBusy: false };

/** Of such an import, nothing is stored in the history. */
function isPreview({ state }: ImportJob): boolean {
  return state === 'reading' || state === 'ready' || state === 'unreadable';
}

export class ImportSession {
  readonly #options: Required<ImportSessionOptions>;
  readonly #view = new ValueStore<ImportView>(NOTHING);
  readonly view: Readable<ImportView> = this.#view;
  /** Ends an upload, or the looks at the progress. */
  #abort = new AbortController();

  constructor({ requests = REQUESTS, pollMs = POLL_MS, onChanged }: ImportSessionOptions) {
    this.#options = { requests, pollMs, onChanged };
  }

  /** Uploads a file and follows its preview. */
  async upload(file: File): Promise<void> {
    const { signal } = this.#restart();
    this.#view.set({ ...NOTHING, step: 'uploading', file: file.name });
    try {
      const job = await this.#options.requests.upload(file, signal);
      if (signal.aborted) this.#discard(job);
      else await this.#follow(job, signal);
    } catch (error) {
      if (signal.aborted) return;
      this.#view.set({ ...NOTHING, failure: { title: `Cannot upload ${file.name}`, text: textOf(error) } });
    }
  }

  /** Makes another preview of the same file. */
  async change(options: ImportOptions): Promise<void> {
    const { job } = this.#view.get();
    if (job) await this.#act('Cannot read the file this way', () => this.#options.requests.change(job.id, options));
  }

  /** Imports the readings of the preview. */
  async apply(): Promise<void> {
    const { job } = this.#view.get();
    if (job) await this.#act(`Cannot import ${job.file}`, () => this.#options.requests.apply(job.id));
  }

  /** Removes the readings of an import. */
  async undo(job: ImportJob): Promise<void> {
    this.#view.set({ ...NOTHING, step: 'following', file: job.file, job });
    await this.#act(`Cannot undo the import of ${job.file}`, async () => {
      await this.#options.requests.remove(job.id);
      return { ...job, state: 'undoing', progress: 0, error: null };
    });
  }

  /** Cancels a running import. Its preview remains. */
  async cancel(): Promise<void> {
    const { job } = this.#view.get();
    if (!job) return;
    this.#amend({ isBusy: true });
    try {
      await this.#options.requests.remove(job.id);
    } catch (error) {
      this.#amend({ isBusy: false, failure: { title: 'Cannot cancel the import', text: textOf(error) } });
    }
  }

  /** Ends an upload and discards a preview. A running import or undo goes on. */
  leave(): void {
    const { job, step } = this.#view.get();
    if (step === 'following' && job && !isPreview(job) && job.progress !== null) return;
    this.#restart();
    if (step === 'following' && job && isPreview(job)) this.#discard(job);
    this.#view.set(NOTHING);
  }

  #restart(): AbortController {
    this.#abort.abort();
    return (this.#abort = new AbortController());
  }

  async #act(title: string, request: () => Promise<ImportJob>): Promise<void> {
    const { signal } = this.#restart();
    this.#amend({ isBusy: true, failure: null });
    try {
      const job = await request();
      if (!signal.aborted) await this.#follow(job, signal);
    } catch (error) {
      if (!signal.aborted) this.#amend({ isBusy: false, failure: { title, text: textOf(error) } });
    }
  }

  /** Until nothing of it is going on. @throws RequestError */
  async #follow(first: ImportJob, signal: AbortSignal): Promise<void> {
    const isChange = !isPreview(first);
    let job = first;
    this.#show(job);
    while (job.progress !== null) {
      await pause(this.#options.pollMs, signal).done;
      if (signal.aborted) return;
      const next = await this.#state(job, signal);
      if (signal.aborted) return;
      if (!next && job.state === 'undoing') return this.#finishUndo(job);
      if (!next) throw new RequestError('The service has discarded the import. Choose the file again.');
      job = next;
      this.#show(job);
    }
    if (isChange) this.#options.onChanged(job);
  }

  /** A lost response does not end it. @returns undefined: unknown to the service @throws RequestError */
  async #state(job: ImportJob, signal: AbortSignal): Promise<ImportJob | undefined> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await this.#options.requests.get(job.id, signal);
      } catch (error) {
        if (signal.aborted || failures >= MAX_FAILURES) throw error;
        await pause(this.#options.pollMs, signal).done;
      }
    }
  }

  #show(job: ImportJob): void {
    const isSame = this.#view.get().job?.state === job.state;
    // Until the state changes, a request to cancel has had no effect yet.
    const isBusy = isSame && job.progress !== null && this.#view.get().isBusy;
    this.#view.set({ step: 'following', file: job.file, job, failure: null, isBusy });
  }

  #finishUndo(job: ImportJob): void {
    this.#view.set({ ...NOTHING, step: 'undone', file: job.file, job });
    this.#options.onChanged(job);
  }

  #discard({ id }: ImportJob): void {
    this.#options.requests.remove(id).catch(() => {
      // The service deletes it after a day.
    });
  }

  #amend(change: Partial<ImportView>): void {
    this.#view.set({ ...this.#view.get(), ...change });
  }
}

/** With the invalid fields. */
function textOf(error: unknown): string {
  if (!(error instanceof RequestError)) throw error;
  return [error.message, ...error.errors.map(({ path, message }) => `${path} ${message}.`)].join(' ');
}
