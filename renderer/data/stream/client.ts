import { StreamHub } from './hub.ts';
import type { FromWindow, ToWindow } from './messages.ts';

export interface StreamClient {
  /** Retries now. */
  retry(): void;
  /** May be called twice. */
  stop(): void;
}

/** Time limit for the first message of the shared worker, in milliseconds. */
export const WORKER_ANSWER_MS = 10_000;

/** Joins the shared stream, or opens its own if the browser has no shared workers or does not start them. */
export function startStreamClient(onMessage: (message: ToWindow) => void): StreamClient {
  if (typeof SharedWorker === 'undefined' || !navigator.locks) return ownStream(onMessage);
  const worker = new SharedWorker(new URL('./shared-worker.ts', import.meta.url), {
    type: 'module',
    name: 'mensura-stream',
  });
  let own: StreamClient | undefined;
  let stopped = false;
  let release = (): void => undefined;
  const leave = (): void => {
    clearTimeout(deadline);
    release();
    worker.port.close();
  };
  // A browser policy can forbid shared workers or locks, and a worker that does not start reports no error.
  const fallBack = (): void => {
    if (stopped || own) return;
    leave();
    own = ownStream(onMessage);
  };
  const deadline = setTimeout(fallBack, WORKER_ANSWER_MS);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has one end and no origin
  const send = (message: FromWindow): void => worker.port.postMessage(message);
  worker.port.addEventListener('message', ({ data }: MessageEvent<ToWindow>) => {
    clearTimeout(deadline);
    // Sent before the port was closed.
    if (!own) onMessage(data);
  });
  worker.port.start();
  worker.addEventListener('error', fallBack);
  const lock = `mensura-window-${crypto.randomUUID()}`;
  navigator.locks
    .request(lock, () => {
      if (stopped || own) return undefined;
      send({ kind: 'hello', lock });
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    })
    .catch(fallBack);
  return {
    retry: () => (own ? own.retry() : send({ kind: 'retry' })),
    stop: () => {
      stopped = true;
      leave();
      own?.stop();
    },
  };
}

function ownStream(onMessage: (message: ToWindow) => void): StreamClient {
  const hub = new StreamHub(location.origin);
  hub.attach(onMessage);
  return { retry: () => hub.retry(), stop: () => hub.detach(onMessage) };
}
