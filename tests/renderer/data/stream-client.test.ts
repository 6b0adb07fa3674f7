/** The way of a window to the event stream, where the shared worker is played. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startStreamClient, WORKER_ANSWER_MS } from '../../../renderer/data/stream/client.ts';
import type { ToWindow } from '../../../renderer/data/stream/messages.ts';

const STATUS: ToWindow = { kind: 'status', status: null };

/** The worker's end of the port, and what the window asked the network for. */
let worker: { answer(message: ToWindow): void; isClosed: boolean; greetings: number };
let requested: string[];
let released: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  requested = [];
  released = false;
  class PlayedPort extends EventTarget {
    start(): void {}
    postMessage(): void {
      worker.greetings += 1;
    }
    close(): void {
      worker.isClosed = true;
    }
  }
  class PlayedWorker extends EventTarget {
    readonly port = new PlayedPort();
    constructor() {
      super();
      worker = {
        answer: (data) => this.port.dispatchEvent(new MessageEvent('message', { data })),
        isClosed: false,
        greetings: 0,
      };
    }
  }
  vi.stubGlobal('SharedWorker', PlayedWorker);
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:11395' });
  vi.stubGlobal('navigator', {
    locks: {
      request: async (_name: string, hold: () => Promise<void> | undefined) => {
        await hold();
        released = true;
      },
    },
  });
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    requested.push(url);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a worker that answers is the only way', async () => {
  const taken: ToWindow[] = [];
  const client = startStreamClient((message) => taken.push(message));
  await vi.advanceTimersByTimeAsync(WORKER_ANSWER_MS - 1);
  worker.answer(STATUS);
  await vi.advanceTimersByTimeAsync(10 * WORKER_ANSWER_MS);
  expect([taken, requested, worker.isClosed, worker.greetings]).toEqual([[STATUS], [], false, 1]);
  client.stop();
  await vi.advanceTimersByTimeAsync(0);
  expect([worker.isClosed, released]).toEqual([true, true]);
});

test('a worker that does not answer is given up for a stream of the window', async () => {
  const taken: ToWindow[] = [];
  const client = startStreamClient((message) => taken.push(message));
  await vi.advanceTimersByTimeAsync(WORKER_ANSWER_MS);
  expect(requested).toEqual(['http://127.0.0.1:11395/app/v1/events']);
  expect([worker.isClosed, released]).toEqual([true, true]);
  const before = taken.length;
  worker.answer(STATUS);
  expect(taken).toHaveLength(before);
  client.stop();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('a window that stops first opens no stream', async () => {
  const client = startStreamClient(() => {});
  client.stop();
  await vi.advanceTimersByTimeAsync(2 * WORKER_ANSWER_MS);
  expect(requested).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
