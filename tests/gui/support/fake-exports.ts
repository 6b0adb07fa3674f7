/** The routes of exports in the app API, played in memory: a file of a few lines, and a job that the test leads. */
import type { ExportJob } from '../../../service/contract/index.ts';
import { type Answer, PlayedRoutes, refusal } from './played-routes.ts';

const TEXT = 'time,E1 temperature (°C)\r\n2026-11-20 14:45:12.318,24.8\r\n2026-11-20 14:45:13.318,24.9\r\n';

export class FakeExports extends PlayedRoutes {
  /** What was asked to be exported, the previews among it, in order. */
  readonly queries: URLSearchParams[] = [];
  /** What becomes of a job that is asked about; it is done unless said otherwise. */
  fate: Partial<ExportJob> = {};
  readonly #jobs = new Map<string, ExportJob>();

  /** The downloads: what is no preview. */
  get downloads(): URLSearchParams[] {
    return this.queries.filter((query) => !query.has('preview'));
  }

  protected usual(method: string, path: string, _body: unknown, query: URLSearchParams): Answer {
    const [list, id = ''] = path.split('/');
    if (list === 'export') return this.#export(query);
    if (id === '') return { status: 200, body: { exports: this.#list() } };
    const job = this.#jobs.get(id);
    if (!job) return refusal(404, `There is no export ${id}.`);
    if (method === 'DELETE') {
      this.fate = { ...this.fate, state: 'cancelled' };
      return { status: 200, body: {} };
    }
    return { status: 200, body: { ...job, ...this.fate } };
  }

  #list(): ExportJob[] {
    const newest = [...this.#jobs.values()].toReversed();
    return newest.map((job) => Object.assign({}, job, this.fate));
  }

  #export(query: URLSearchParams): Answer {
    this.queries.push(query);
    const id = query.get('id') ?? '';
    const file = 'mensura-E1.csv';
    this.#jobs.set(id, {
      id,
      state: 'done',
      file,
      started: new Date().toISOString(),
      rows: 2,
      readings: 2,
      readings_expected: 2,
      bytes: TEXT.length,
      error: null,
    });
    return {
      status: 200,
      body: new TextEncoder().encode(TEXT),
      headers: { 'Content-Type': 'text/csv', 'Content-Disposition': `attachment; filename="${file}"` },
    };
  }
}
