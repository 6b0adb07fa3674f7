/** Every request throws RequestError. */
import type {
  Run,
  RunAttachment,
  RunInput,
  RunQuery,
  RunRange,
  RunStart,
  RunStatistics,
  Runs,
} from '../../../service/contract/index.ts';
import { request } from '../requests.ts';

const BASE = '/app/v1/runs';

function runPath(id: number): string {
  return `${BASE}/${id}`;
}

function attachmentPath(id: number, name: string): string {
  return `${runPath(id)}/attachments/${encodeURIComponent(name)}`;
}

export function fetchRuns({ search, offset, limit }: RunQuery, signal?: AbortSignal): Promise<Runs> {
  const query = new URLSearchParams({ search, offset: String(offset), limit: String(limit) });
  return request(`${BASE}?${query}`, { signal });
}

export function fetchRun(id: number, signal?: AbortSignal): Promise<Run> {
  return request(runPath(id), { signal });
}

/** Of the readings until now, if it is active. */
export function fetchRunStatistics(id: number, signal?: AbortSignal): Promise<RunStatistics> {
  return request(`${runPath(id)}/statistics`, { signal });
}

export function startRun(run: RunStart): Promise<Run> {
  return request(BASE, { method: 'POST', body: run });
}

export function updateRun(id: number, run: RunInput): Promise<Run> {
  return request(runPath(id), { method: 'PUT', body: run });
}

export function stopRun(id: number): Promise<Run> {
  return request(`${runPath(id)}/stop`, { method: 'POST' });
}

export function trimRun(id: number, range: RunRange): Promise<Run> {
  return request(`${runPath(id)}/trim`, { method: 'POST', body: range });
}

export function removeRun(id: number): Promise<unknown> {
  return request(runPath(id), { method: 'DELETE' });
}

/** Undoes a deletion of the last 10 minutes. */
export function restoreRun(id: number): Promise<Run> {
  return request(`${runPath(id)}/restore`, { method: 'POST' });
}

export function fetchAttachment(id: number, name: string): Promise<RunAttachment> {
  return request(attachmentPath(id, name));
}

/** Replaces an attachment of the same name. */
export function attachText(id: number, { name, text }: RunAttachment): Promise<Run> {
  return request(attachmentPath(id, name), { method: 'PUT', body: { text } });
}

export function removeAttachment(id: number, name: string): Promise<Run> {
  return request(attachmentPath(id, name), { method: 'DELETE' });
}
