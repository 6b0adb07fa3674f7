/** Where the code of worker threads and helper processes is: in the source tree, and beside the bundle that is made of it. */

/** Each one's name in the bundle, and its entry below `service/`. */
export const WORKERS = {
  'csv-writer': 'history/csv-log/writer-process.ts',
  'history-worker': 'history/store/worker.ts',
  'export-worker': 'history/export/worker.ts',
  'restore-worker': 'http/routing/restore-worker.ts',
} as const;

/** The file to start a worker thread or a helper process with: the entry itself where this runs from source, else its bundle. */
export function workerFile(name: keyof typeof WORKERS): URL {
  const fromSource = import.meta.url.endsWith('.ts');
  return new URL(fromSource ? `../${WORKERS[name]}` : `./${name}.mjs`, import.meta.url);
}
