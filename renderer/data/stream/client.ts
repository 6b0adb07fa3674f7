import { StreamHub } from './hub.ts';
import type { FromWindow, ToWindow } from './messages.ts';

export interface StreamClient {
  /** Retries now. */
  retry(): void;
  /** May be called twice. */
  stop(): void;
}

/** Joins the shared stream, or opens its own if the browser has no shared workers. */
export function startStreamClient(onMessage: (message: ToWindow) => void): StreamClient {
  if (typeof SharedWorker === 'undefined' || !navigator.locks) return ownStream(onMessage);
  const worker = new SharedWorker(new URL('./shared-worker.ts', import.meta.url), {
    type: 'module',
    name: 'mensura-stream',
  });
  let fallback: StreamClient | undefined;
  let stopped = false;
  let release = (): void => undefined;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has one end and no origin
  const send = (message: FromWindow): void => worker.port.postMessage(message);
  worker.port.addEventListener('message', ({ data }: MessageEvent<ToWindow>) => onMessage(data));
  worker.port.start();
  worker.addEventListener('error', () => {
    // A browser policy can forbid shared workers.
    if (!stopped) fallback ??= ownStream(onMessage);
  });
  const lock = `mensura-window-${crypto.randomUUID()}`;
  void navigator.locks.request(lock, () => {
    if (stopped) return undefined;
    send({ kind: 'hello', lock });
    return new Promise<void>((resolve) => {
      release = resolve;
    });
  });
  return {
    retry: () => (fallback ? fallback.retry() : send({ kind: 'retry' })),
    stop: () => {
      stopped = true;
      release();
      worker.port.close();
      fallback?.stop();
    },
  };
}

function ownStream(onMessage: (message: ToWindow) => void): StreamClient {
  const hub = new StreamHub(location.origin);
  hub.attach(onMessage);
  return { retry: () => hub.retry(), stop: () => hub.detach(onMessage) };
}
