/** A wait that ends when it is over, when it is no longer wanted, or when somebody ends it. */
export interface Pause {
  done: Promise<void>;
  end(): void;
}

/** Waits `ms` milliseconds, less where `signal` or `end` says so. */
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
