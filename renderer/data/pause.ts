/** A delay that can be aborted or ended early. */
export interface Pause {
  done: Promise<void>;
  end(): void;
}

/** Waits `ms` milliseconds, unless `signal` or `end` ends it earlier. */
export function pause(ms: number, signal: AbortSignal): Pause {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    resolve();
  };
  const timer = setTimeout(end, ms);
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  return { done: promise, end };
}
