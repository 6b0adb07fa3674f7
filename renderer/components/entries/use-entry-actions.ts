/** What can be done with a stored entry as a whole. */
import { useEffect, useState } from 'react';
import { leaveFor, notePlace, visit } from '../../app/guarded-location.ts';
import { tell } from '../../app/toasts.tsx';
import type { Entry, EntryStore } from '../../data/entries/entry-store.ts';
import { RequestError } from '../../data/requests.ts';
import { type Action, useAction } from './use-action.ts';

/** What one kind of entries is asked for, and where it is shown. */
export interface EntryCommands<View extends Entry> {
  store: EntryStore<View>;
  idOf: (view: View) => string;
  routeOf: (id: string) => string;
  /** Where no entry is shown. */
  listRoute: string;
  /** What holds once one is removed: "It no longer publishes." */
  removedText: string;
  enable: (id: string, enabled: boolean) => Promise<View>;
  /** Has it tried now; left out where there is nothing to try. */
  connect?: (id: string) => Promise<View>;
  remove: (id: string) => Promise<unknown>;
  /** Undoes a removal. What comes back may have another identifier. */
  restore: (view: View) => Promise<View>;
}

export interface EntryActions extends Omit<Action, 'run'> {
  enable: (enabled: boolean) => void;
  connect: () => void;
  canRemove: boolean;
  /** Removes it at once, and offers to undo that. */
  remove: () => void;
  /** Brings it back after it was removed elsewhere. */
  restore: () => void;
}

/** For so long after a removal nothing is removed: a double click must not take the next one too. In milliseconds. */
const SETTLE_MS = 700;

let removedAt = Number.NEGATIVE_INFINITY;

/** Whether a click on "Remove" is meant for the entry that is shown. */
function useSettled(): boolean {
  const [isSettled, setSettled] = useState(() => performance.now() - removedAt >= SETTLE_MS);
  useEffect(() => {
    if (isSettled) return undefined;
    const timer = setTimeout(() => setSettled(true), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [isSettled]);
  return isSettled;
}

/** @param name what the user calls it */
export function useEntryActions<View extends Entry>(
  commands: EntryCommands<View>,
  view: View,
  name: string,
): EntryActions {
  const { store, idOf, routeOf, listRoute } = commands;
  const { run, ...action } = useAction();
  const canRemove = useSettled();
  const id = idOf(view);
  const ask = async (question: () => Promise<View>): Promise<void> => {
    const answer = await run(question);
    if (answer) store.accept(answer);
  };
  const remove = async (): Promise<void> => {
    const isHere = notePlace();
    // The event stream may take it from the list before the answer comes.
    const before = store.list.get();
    const answer = await run(async () => ({ answer: await commands.remove(id) }));
    if (!answer) return;
    removedAt = performance.now();
    store.acceptRemoval(id);
    const next = neighbour(before.map(idOf), id, new Set(store.list.get().map(idOf)));
    if (isHere()) {
      leaveFor(next === undefined ? listRoute : routeOf(next));
      focusList();
    }
    tell({
      title: `${name} was removed`,
      text: commands.removedText,
      action: { word: 'Undo', run: () => void bringBack(commands, view, name) },
    });
  };
  return {
    ...action,
    canRemove,
    enable: (enabled) => void ask(() => commands.enable(id, enabled)),
    connect: () => {
      const { connect } = commands;
      if (connect) void ask(() => connect(id));
    },
    remove: () => void remove(),
    restore: () => void ask(() => commands.restore(view)),
  };
}

/** The entry that is shown after one is gone: of those that are there still the next below it, else the last above. */
function neighbour(before: readonly string[], gone: string, there: ReadonlySet<string>): string | undefined {
  const index = before.indexOf(gone);
  const isThere = (id: string): boolean => id !== gone && there.has(id);
  return before.slice(index + 1).find(isThere) ?? before.slice(0, Math.max(index, 0)).findLast(isThere);
}

async function bringBack<View extends Entry>(
  { store, idOf, routeOf, restore }: EntryCommands<View>,
  view: View,
  name: string,
): Promise<void> {
  try {
    const restored = await restore(view);
    store.accept(restored);
    visit(routeOf(idOf(restored)));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    tell({ title: `${name} could not be brought back`, text: error.message });
  }
}

/** The button that had the focus is gone with the entry. */
function focusList(): void {
  requestAnimationFrame(() => {
    const list = document.querySelector('.entry-list');
    const next = list?.querySelector<HTMLElement>('[role="option"][tabindex="0"]');
    (next ?? list?.querySelector<HTMLElement>('a.button'))?.focus();
  });
}
