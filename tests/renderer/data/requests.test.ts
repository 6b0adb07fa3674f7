import { afterEach, describe, expect, test, vi } from 'vitest';
import { RequestError, request } from '../../../renderer/data/requests.ts';

/** What `fetch` was called with, where it answers this. */
function answer(status: number, body: unknown): { url: string; init: RequestInit }[] {
  const calls: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    calls.push({ url, init });
    return Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));
  });
  return calls;
}

async function failureOf(promise: Promise<unknown>): Promise<RequestError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof RequestError) return error;
  throw new Error('The request did not fail as it should.');
}

describe('request', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('every write says that it is JSON, even an empty one; reading says nothing', async () => {
    const calls = answer(200, { a: 1 });
    expect(await request('/x', { method: 'PUT', body: { b: 2 } })).toEqual({ a: 1 });
    await request('/x', { method: 'DELETE' });
    await request('/x', { method: 'POST', body: '{"raw": 1}' });
    await request('/x');
    expect(calls.map(({ init }) => init.body)).toEqual(['{"b":2}', undefined, '{"raw": 1}', undefined]);
    const types = calls.map(({ init }) => new Headers(init.headers).get('Content-Type'));
    expect(types).toEqual(['application/json', 'application/json', 'application/json', null]);
  });

  test('a refusal has the service’s words, its status, and the fields it names', async () => {
    const errors = [{ path: 'port', message: 'a port is a number' }];
    answer(400, { message: 'port: a port is a number.', errors });
    const failure = await failureOf(request('/x', { method: 'PUT' }));
    expect(failure).toMatchObject({ message: 'port: a port is a number.', status: 400, errors });
    answer(409, { message: 'Taken.' });
    expect(await failureOf(request('/x'))).toMatchObject({ message: 'Taken.', status: 409, errors: [] });
  });

  test('a refusal without words says its status', async () => {
    answer(502, '<html>');
    expect((await failureOf(request('/x'))).message).toBe(
      'The service rejected the request (HTTP status 502) without a reason. Try again, or see the log.',
    );
  });

  test('an answer that breaks off is a failure; no content is none', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) });
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(broken, { status: 200 })));
    expect((await failureOf(request('/x'))).message).toBe('The response was interrupted. Try again.');
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 204 })));
    await expect(request('/x', { method: 'DELETE' })).resolves.toBeUndefined();
  });

  test('a service that cannot be reached, or takes too long, is told apart', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await failureOf(request('/x', { method: 'PUT' }))).toMatchObject({
      message: 'Cannot reach the service. The change may have been applied. See whether it was before you try again.',
      status: null,
    });
    vi.stubGlobal(
      'fetch',
      (_url: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    );
    expect((await failureOf(request('/x', { timeoutMs: 5 }))).message).toBe(
      'The service did not respond within 0.005 s. Try again.',
    );
  });

  test('can be ended early', async () => {
    vi.stubGlobal(
      'fetch',
      (_url: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    );
    const controller = new AbortController();
    const failure = failureOf(request('/x', { signal: controller.signal }));
    controller.abort();
    expect((await failure).message).toContain('Cannot reach the service.');
  });
});
