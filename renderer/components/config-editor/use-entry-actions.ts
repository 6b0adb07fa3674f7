import { useEffect, useState } from 'react';
import type { Entities, EntityKind } from '../../../service/contract/index.ts';
import { captureLocation, forceNavigate, navigateTo, rawRoute } from '../../app/guarded-location.ts';
import { showToast } from '../../app/toasts.tsx';
import { useLive } from '../../data/react.ts';
import { RequestError } from '../../data/requests.ts';
import type { EntryDefinition } from './entry-definition.ts';
import { type Action, useAction } from './use-action.ts';

export interface EntryActions extends Omit<Action, 'run'> {
  /** The action that failed: "Cannot delete the client “plant”". */
  failureTitle: string;
  enable: (enabled: boolean) => void;
  connect: () => void;
  canRemove: boolean;
  /** Deletes without a question; a message offers Undo. */
  remove: () => void;
  /** Undoes the deletion by another window or program. */
  restore: () => void;
}

/** Pause after a deletion: the second click of a double click must not delete the next entry, here or in a list. */
const SETTLE_MS = 700;

let removedAt = Number.NEGATIVE_INFINITY;

function useSettled(): boolean {
  const [isSettled, setSettled] = useState(() => performance.now() - removedAt >= SETTLE_MS);
  useEffect(() => {
    if (isSettled) return undefined;
    const timer = setTimeout(() => setSettled(true), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [isSettled]);
  return isSettled;
}

/** @param name the entry in a sentence: "the client “plant”" */
export function useEntryActions<Kind extends EntityKind>(
  entries: EntryDefinition<Kind>,
  view: Entities[Kind],
  name: string,
): EntryActions {
  const live = useLive();
  const store = entries.storeOf(live);
  const { run, ...action } = useAction();
  const [failureTitle, setFailureTitle] = useState('');
  const canRemove = useSettled();
  const id = store.keyOf(view);
  const attempt = async <Result>(verb: string, request: () => Promise<Result>): Promise<Result | undefined> => {
    setFailureTitle(`Cannot ${verb} ${name}`);
    return run(request);
  };
  const update = async (verb: string, request: () => Promise<Entities[Kind]>): Promise<void> => {
    const result = await attempt(verb, request);
    if (result) store.accept(result);
  };
  const bringBack = async (): Promise<void> => {
    try {
      const restored = await entries.restore(view, live);
      store.accept(restored);
      navigateTo(entries.isFullPage ? entries.listRoute : entries.routeOf(store.keyOf(restored)));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      showToast({ title: `Cannot undo the deletion of ${name}`, text: error.message });
    }
  };
  const remove = async (): Promise<void> => {
    if (performance.now() - removedAt < SETTLE_MS) return;
    const isHere = captureLocation();
    // The event stream may remove it from the list before the response arrives.
    const before = store.list.get().map((one) => store.keyOf(one));
    const result = await attempt('delete', async () => ({ result: await entries.remove(id) }));
    if (!result) return;
    removedAt = performance.now();
    store.acceptRemoval(id);
    const there = store.list.get().map((one) => store.keyOf(one));
    const next = entries.isFullPage ? undefined : neighbor(before, id, new Set(there));
    if (isHere()) {
      const route = next === undefined ? entries.pageRoute : entries.routeOf(next);
      if (route !== rawRoute.get()) forceNavigate(route);
      focusList();
    }
    showToast({
      title: `Deleted ${name}`,
      text: entries.removedText,
      action: { word: 'Undo', run: () => void bringBack() },
    });
  };
  return {
    ...action,
    failureTitle,
    canRemove,
    enable: (enabled) => {
      const { enable } = entries;
      if (enable) void update(enabled ? 'enable' : 'disable', () => enable(view, enabled));
    },
    connect: () => {
      const { connect } = entries;
      if (connect) void update('connect', () => connect(id));
    },
    remove: () => void remove(),
    restore: () => void update('undo the deletion of', () => entries.restore(view, live)),
  };
}

/** The entry to show after a deletion: the next one below, else the last one above. */
function neighbor(before: readonly string[], removed: string, there: ReadonlySet<string>): string | undefined {
  const index = before.indexOf(removed);
  const isThere = (id: string): boolean => id !== removed && there.has(id);
  return before.slice(index + 1).find(isThere) ?? before.slice(0, Math.max(index, 0)).findLast(isThere);
}

/** The focused button was deleted with the entry. */
function focusList(): void {
  requestAnimationFrame(() => {
    const list = document.querySelector('.entry-list');
    const next = list?.querySelector<HTMLElement>('[role="option"][tabindex="0"]');
    (next ?? list?.querySelector<HTMLElement>('a.button'))?.focus();
  });
}
