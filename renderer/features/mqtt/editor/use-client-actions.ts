/** What can be done with a stored client as a whole. */

import { useEffect, useState } from 'react';
import type { MqttClientView } from '../../../../service/contract/index.ts';
import { leaveFor, visit } from '../../../app/guarded-location.ts';
import { tell } from '../../../app/toasts.tsx';
import type { Live } from '../../../data/live.ts';
import { connectNow, removeClient, restoreClient, setEnabled } from '../../../data/mqtt/requests.ts';
import { useLive } from '../../../data/react.ts';
import { RequestError } from '../../../data/requests.ts';
import { clientRoute, MQTT_ROUTE } from '../routes.ts';
import { type Action, useAction } from './use-action.ts';

export interface ClientActions extends Omit<Action, 'run'> {
  enable: (enabled: boolean) => void;
  connect: () => void;
  canRemove: boolean;
  /** Removes it at once, and offers to undo that. */
  remove: () => void;
  /** Brings it back after it was removed elsewhere. */
  restore: () => void;
}

/** For so long after a removal nothing is removed: a double click must not take the next client too. In milliseconds. */
const SETTLE_MS = 700;

let removedAt = Number.NEGATIVE_INFINITY;

/** Whether a click on "Remove" is meant for the client that is shown. */
function useSettled(): boolean {
  const [isSettled, setSettled] = useState(() => performance.now() - removedAt >= SETTLE_MS);
  useEffect(() => {
    if (isSettled) return undefined;
    const timer = setTimeout(() => setSettled(true), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [isSettled]);
  return isSettled;
}

export function useClientActions({ identifier, name }: Pick<MqttClientView, 'identifier' | 'name'>): ClientActions {
  const live = useLive();
  const { run, ...action } = useAction();
  const canRemove = useSettled();
  const ask = async (question: () => Promise<MqttClientView>): Promise<void> => {
    const view = await run(question);
    if (view) live.clients.accept(view);
  };
  const remove = async (): Promise<void> => {
    const answer = await run(async () => ({ answer: await removeClient(identifier) }));
    if (!answer) return;
    const next = neighbour(live.clients.list.get(), identifier);
    removedAt = performance.now();
    live.clients.acceptRemoval(identifier);
    leaveFor(next ? clientRoute(next.identifier) : MQTT_ROUTE);
    focusList();
    tell({
      title: `${name} was removed`,
      text: 'It no longer publishes.',
      action: { word: 'Undo', run: () => void bringBack(live, identifier, name) },
    });
  };
  return {
    ...action,
    canRemove,
    enable: (enabled) => void ask(() => setEnabled(identifier, enabled)),
    connect: () => void ask(() => connectNow(identifier)),
    remove: () => void remove(),
    restore: () => void ask(() => restoreClient(identifier)),
  };
}

/** The client that is shown after one is gone: the next below it, else the last. */
function neighbour(clients: readonly MqttClientView[], identifier: string): MqttClientView | undefined {
  const index = clients.findIndex((client) => client.identifier === identifier);
  return clients[index + 1] ?? clients[index - 1];
}

async function bringBack(live: Live, identifier: string, name: string): Promise<void> {
  try {
    live.clients.accept(await restoreClient(identifier));
    visit(clientRoute(identifier));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    tell({ title: `${name} could not be brought back`, text: error.message });
  }
}

/** The button that had the focus is gone with the client. */
function focusList(): void {
  requestAnimationFrame(() => {
    const list = document.querySelector('.client-list');
    const next = list?.querySelector<HTMLElement>('[role="option"][tabindex="0"]');
    (next ?? list?.querySelector<HTMLElement>('a.button'))?.focus();
  });
}
