/** Exports of a file of a few lines; how they fare is the test's. */
import { Readable } from 'node:stream';
import type { ExportJob, ExportJobs } from '../../../service/contract/index.ts';
import type { ExportAdministration, ExportRequest } from '../../../service/http/options.ts';
import { MensuraError } from '../../../service/support/errors.ts';
import { Played } from './played.ts';

const FILE = 'mensura-E1.csv';
const TEXT = 'time,E1 temperature (°C)\r\n2026-11-20 14:45:12.318,24.8\r\n2026-11-20 14:45:13.318,24.9\r\n';

export class PlayedExports extends Played implements ExportAdministration {
  /** What becomes of a job that is asked about; it is done unless said otherwise. */
  fate: Partial<ExportJob> = {};
  readonly #jobs = new Map<string, ExportJob>();

  /** The queries of downloads: of what is no preview. */
  get downloads(): URLSearchParams[] {
    return this.asked.filter(({ path, query }) => path === 'export' && !query.has('preview')).map(({ query }) => query);
  }

  async start({ id = '' }: ExportRequest): ReturnType<ExportAdministration['start']> {
    this.note('start', id);
    this.#jobs.set(id, {
      id,
      state: 'done',
      file: FILE,
      started: new Date().toISOString(),
      rows: 2,
      readings: 2,
      readings_expected: 2,
      bytes: TEXT.length,
      error: null,
    });
    return { id, file: FILE, contentType: 'text/csv', stream: Readable.from([Buffer.from(TEXT)]) };
  }

  list(): ExportJobs {
    return { exports: [...this.#jobs.keys()].toReversed().map((id) => this.get(id)) };
  }

  get(id: string): ExportJob {
    const job = this.#jobs.get(id);
    if (!job) throw new MensuraError('not-found', `No export with ID ${id}.`);
    return { ...job, ...this.fate };
  }

  cancel(id: string): void {
    this.get(id);
    this.fate = { ...this.fate, state: 'cancelled' };
  }
}
