/** Name in the bundle, and entry below `service/`. */
export const WORKERS = {
  'csv-writer': 'history/csv-log/writer-process.ts',
  'history-worker': 'history/store/worker.ts',
  'export-worker': 'history/export/worker.ts',
  'import-worker': 'history/import/worker.ts',
  'restore-worker': 'http/routing/restore-worker.ts',
} as const;

/** The entry of a worker thread or helper process: the source file when running from source, else its bundle. */
export function workerFile(name: keyof typeof WORKERS): URL {
  const fromSource = import.meta.url.endsWith('.ts');
  return new URL(fromSource ? `../${WORKERS[name]}` : `./${name}.mjs`, import.meta.url);
}
