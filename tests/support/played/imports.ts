import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ImportJob, ImportJobs, ImportOptions } from '../../../service/contract/index.ts';
import type { ImportAdministration } from '../../../service/http/options.ts';
import { MensuraError } from '../../../service/support/errors.ts';

/** One preview, whatever is uploaded. */
function playedImport(id: string): ImportJob {
  return {
    id,
    file: 'E24638_2026-11-20.csv',
    state: 'ready',
    created: '2026-11-20T14:45:12.318Z',
    progress: null,
    error: null,
    can_undo: false,
    bytes: 1024,
    options: { columns: [] },
    format: {
      kind: 'mensura',
      layout: 'moments',
      separator: 'comma',
      decimal_mark: 'point',
      heading_line: 1,
      time_column: 'time (UTC)',
      time_zone: null,
    },
    columns: [
      {
        column: 2,
        heading: 'temperature (°C)',
        channel: 'usb/E24638/temperature',
        unit: '°C',
        target_unit: '°C',
        problem: null,
        readings: 3,
        first: '2026-11-20T14:45:12.318Z',
        last: '2026-11-20T14:45:14.318Z',
        new: 2,
        stored: 1,
        covered: 0,
        expired: 0,
      },
    ],
    lines: 4,
    unreadable_lines: 1,
    repeated: 0,
    unreadable: [{ line: 3, text: 'x,1', reason: '"x" is not a date and a time' }],
    warnings: [],
  };
}

export class PlayedImports implements ImportAdministration {
  /** The imports, oldest first. */
  readonly jobs = new Map<string, ImportJob>([['3fa91c02', playedImport('3fa91c02')]]);
  /** The files that were uploaded. */
  readonly files: { file: string; text: string; options: ImportOptions }[] = [];
  /** What the preview of an uploaded file has beside or instead of the usual. */
  preview: Partial<ImportJob> = {};
  /** Refuses the next upload or removal. */
  refusal: MensuraError | undefined;
  /** An import or undo stays half done until `finish`. */
  isSlow = false;

  /** A preview with this ID. */
  put(id: string): void {
    this.jobs.set(id, playedImport(id));
  }

  async upload(file: string, options: ImportOptions, source: Readable): Promise<ImportJob> {
    const text = (await buffer(source)).toString();
    this.#refuse();
    this.files.push({ file, options, text });
    const job = { ...playedImport(`0000000${this.files.length}`), file, options, ...this.preview };
    this.jobs.set(job.id, job);
    return job;
  }

  list(): ImportJobs {
    return { imports: [...this.jobs.values()].toReversed() };
  }

  get(id: string): ImportJob {
    const job = this.jobs.get(id);
    if (!job) throw new MensuraError('not-found', `No import with ID ${id}.`);
    return job;
  }

  change(id: string, options: ImportOptions): ImportJob {
    return this.#set({ ...this.get(id), options });
  }

  apply(id: string): ImportJob {
    if (this.isSlow) return this.#set({ ...this.get(id), state: 'applying', progress: 0.5, error: null });
    return this.#set({ ...this.get(id), state: 'applied', can_undo: true });
  }

  async remove(id: string): Promise<void> {
    const job = this.get(id);
    this.#refuse();
    if (job.state === 'applying')
      this.#set({ ...job, state: 'ready', progress: null, error: 'The import was canceled.' });
    else if (job.state === 'applied' && this.isSlow) this.#set({ ...job, state: 'undoing', progress: 0.5 });
    else this.jobs.delete(id);
  }

  /** Ends what is half done. */
  finish(): void {
    for (const job of this.jobs.values()) {
      if (job.state === 'applying') this.#set({ ...job, state: 'applied', progress: null, can_undo: true });
      if (job.state === 'undoing') this.jobs.delete(job.id);
    }
  }

  #refuse(): void {
    const { refusal } = this;
    this.refusal = undefined;
    if (refusal) throw refusal;
  }

  #set(job: ImportJob): ImportJob {
    this.jobs.set(job.id, job);
    return job;
  }
}
