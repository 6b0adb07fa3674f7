/** Aborts on SIGINT, SIGTERM and SIGHUP, which then no longer end the process. */
export function waitForInterrupt(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => controller.abort(new DOMException(name, 'AbortError')));
  }
  return controller.signal;
}
