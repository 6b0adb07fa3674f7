/** Tells how each switch of a mode came out, whatever page is shown. */
import { useEffect } from 'react';
import { rawRoute, visit } from '../../../app/guarded-location.ts';
import { type Message, tell } from '../../../app/toasts.tsx';
import type { SwitchNews } from '../../../data/devices/mode-switches.ts';
import { MODE_WORDS } from '../../../data/devices/words.ts';
import { useLive } from '../../../data/react.ts';
import { deviceRoute } from '../routes.ts';

export function SwitchMessages() {
  const { switches } = useLive();
  useEffect(
    () =>
      switches.listen((news) => {
        const route = deviceRoute(news);
        const isShown = rawRoute.get() === route;
        // The device's own page says what went wrong.
        if (isShown && news.outcome !== 'done') return;
        const action = { word: 'Show it', run: () => visit(route) };
        tell({ ...messageOf(news), ...(!isShown && { action }) });
      }),
    [switches],
  );
  return null;
}

function messageOf({ serial, wanted, outcome }: SwitchNews): Message {
  const mode = `${MODE_WORDS[wanted]} mode`;
  if (outcome === 'done') return { title: `${serial} is back in ${mode}.` };
  if (outcome === 'overdue') {
    return {
      title: `${serial} has not come back`,
      text: `It was told to restart in ${mode}. Unplug it and plug it in again.`,
    };
  }
  return {
    title: `${serial} did not take the switch`,
    text: `It was told to, and is not in ${mode}. Try again; if that does not help, unplug it and plug it in again.`,
  };
}
