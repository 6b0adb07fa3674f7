/** Ctrl+C and its kin, for commands that have something to end in good order. */

/** A signal that is aborted by SIGINT, SIGTERM and SIGHUP; the program itself goes on until it has ended. */
export function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => controller.abort(new DOMException(name, 'AbortError')));
  }
  return controller.signal;
}
