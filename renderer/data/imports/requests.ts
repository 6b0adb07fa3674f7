/** Every request throws RequestError. */
import type { ImportJob, ImportJobs, ImportOptions } from '../../../service/contract/index.ts';
import { request } from '../requests.ts';

const BASE = '/app/v1/imports';

const MEDIA_TYPE = 'text/csv';

/** The largest file, through a slow network. */
const UPLOAD_TIMEOUT_MS = 600_000;

function importPath(id: string): string {
  return `${BASE}/${encodeURIComponent(id)}`;
}

export function fetchImports(signal: AbortSignal): Promise<ImportJobs> {
  return request(BASE, { signal });
}

/** @returns undefined once it is discarded or undone */
export async function fetchImport(id: string, signal: AbortSignal): Promise<ImportJob | undefined> {
  const { imports } = await fetchImports(signal);
  return imports.find((job) => job.id === id);
}

/** Starts its preview. */
export function uploadImport(file: File, signal: AbortSignal): Promise<ImportJob> {
  // Browsers report other types for the same file, depending on the installed programs.
  const csv = file.slice(0, file.size, MEDIA_TYPE);
  const query = new URLSearchParams({ file: file.name });
  return request(`${BASE}?${query}`, { method: 'POST', file: csv, signal, timeoutMs: UPLOAD_TIMEOUT_MS });
}

/** Starts another preview. */
export function changeImport(id: string, options: ImportOptions): Promise<ImportJob> {
  return request(importPath(id), { method: 'PUT', body: options });
}

export function applyImport(id: string): Promise<ImportJob> {
  return request(`${importPath(id)}/apply`, { method: 'POST' });
}

/** Discards, cancels, or starts the undo. */
export function removeImport(id: string): Promise<unknown> {
  return request(importPath(id), { method: 'DELETE', keepalive: true });
}
