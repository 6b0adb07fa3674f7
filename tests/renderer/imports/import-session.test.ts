import { describe, expect, test, vi } from 'vitest';
import { type ImportRequests, ImportSession } from '../../../renderer/data/imports/import-session.ts';
import { showImported } from '../../../renderer/data/imports/show-imported.ts';
import { RequestError } from '../../../renderer/data/requests.ts';
import type { ImportJob } from '../../../service/contract/index.ts';
import { PlayedImports } from '../../support/played/imports.ts';

const READY = new PlayedImports().get('3fa91c02');

/** @param states reported one after the other; the last one stays, unless it is undefined: unknown */
function begin(states: (Partial<ImportJob> | undefined)[], requests: Partial<ImportRequests> = {}) {
  const changed: ImportJob[] = [];
  const removed: string[] = [];
  const session = new ImportSession({
    pollMs: 1,
    onChanged: (job) => changed.push(job),
    requests: {
      upload: async () => ({ ...READY, state: 'reading', progress: 0 }),
      get: async () => {
        const state = states.length > 1 ? states.shift() : states[0];
        return state && { ...READY, ...state };
      },
      change: async () => ({ ...READY, state: 'reading', progress: 0 }),
      apply: async () => ({ ...READY, state: 'applying', progress: 0 }),
      remove: async (id) => removed.push(id),
      ...requests,
    },
  });
  return { session, changed, removed };
}

const FILE = new File(['x'], 'a.csv');

describe('ImportSession', () => {
  test('follows a preview, an import and its undo, and reports each change once', async () => {
    const { session, changed, removed } = begin([
      {},
      { state: 'applying', progress: 0.5 },
      { state: 'applied' },
      undefined,
    ]);
    await session.upload(FILE);
    expect(session.view.get()).toMatchObject({ step: 'following', job: { state: 'ready' } });
    expect(changed).toEqual([]);
    await session.apply();
    expect(session.view.get().job?.state).toBe('applied');
    expect(changed).toHaveLength(1);
    session.leave();
    // An applied import stays.
    expect(removed).toEqual([]);
    await session.undo({ ...READY, state: 'applied' });
    expect(session.view.get().step).toBe('undone');
    expect(removed).toEqual([READY.id]);
    expect(changed).toHaveLength(2);
  });

  test('discards a preview, also one that arrives too late', async () => {
    const { session, removed } = begin([{}]);
    await session.upload(FILE);
    session.leave();
    expect(removed).toEqual([READY.id]);
    expect(session.view.get().step).toBe('choosing');
    const upload = session.upload(FILE);
    session.leave();
    await upload;
    expect(removed).toEqual([READY.id, READY.id]);
    expect(session.view.get().step).toBe('choosing');
  });

  test('goes on with a running import after it is left', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const get = async (): Promise<ImportJob> => {
      await promise;
      return { ...READY, state: 'applied' };
    };
    const { session, changed, removed } = begin([], { upload: async () => READY, get });
    await session.upload(FILE);
    const applying = session.apply();
    await vi.waitFor(() => expect(session.view.get().job?.state).toBe('applying'));
    session.leave();
    resolve();
    await applying;
    expect(changed).toHaveLength(1);
    expect(removed).toEqual([]);
  });

  test('shows the message of the service and the invalid field, and survives a lost look', async () => {
    const refuse = async (): Promise<never> => {
      throw new RequestError('Invalid field.', { status: 400, errors: [{ path: 'time_zone', message: 'is unknown' }] });
    };
    const { session } = begin([{}], { change: refuse });
    await session.upload(FILE);
    await session.change({ columns: [] });
    expect(session.view.get()).toMatchObject({
      isBusy: false,
      job: { state: 'ready' },
      failure: { title: 'Cannot read the file this way', text: 'Invalid field. time_zone is unknown.' },
    });
    let looks = 0;
    const get = async (): Promise<ImportJob> => {
      looks += 1;
      if (looks < 3) throw new RequestError('Cannot reach the service.');
      return READY;
    };
    const shaky = begin([], { get });
    await shaky.session.upload(FILE);
    expect(shaky.session.view.get()).toMatchObject({ failure: null, job: { state: 'ready' } });
  });
});

describe('showImported', () => {
  test('loads the channels with new readings again, and drops live samples of the same time', () => {
    const past = { discard: vi.fn<(prefixes: readonly string[]) => void>() };
    const samples = {
      wholeFrom: () => Date.parse('2026-11-20T14:45:14Z'),
      removeDevice: vi.fn<(key: string) => void>(),
    };
    const [column] = READY.columns;
    if (!column) throw new Error('no column');
    const early = { ...column, channel: 'usb/E2/temperature', last: '2026-11-20T14:45:13Z' };
    const live = { past, samples } as unknown as Parameters<typeof showImported>[0];
    showImported(live, { columns: [column, early, { ...column, channel: 'usb/E3/temperature', new: 0 }] });
    expect(past.discard).toHaveBeenCalledExactlyOnceWith(['usb/E24638/temperature', 'usb/E2/temperature']);
    expect(samples.removeDevice).toHaveBeenCalledExactlyOnceWith('usb/E24638');
  });
});
