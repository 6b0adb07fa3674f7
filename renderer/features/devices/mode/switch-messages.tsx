/** Shows the outcome of each mode switch, on any page. */
import { useEffect } from 'react';
import { navigateTo, rawRoute } from '../../../app/guarded-location.ts';
import { showToast, type ToastContent } from '../../../app/toasts.tsx';
import { MODE_WORDS, OPPOSITE_MODE } from '../../../data/devices/labels.ts';
import type { ModeSwitchEvent } from '../../../data/devices/mode-switch-tracker.ts';
import { useLive } from '../../../data/react.ts';
import { deviceRoute } from '../routes.ts';
import { SWITCH_REMEDIES } from './switch-notice.tsx';

export function SwitchMessages() {
  const { switches } = useLive();
  useEffect(
    () =>
      switches.listen((news) => {
        const route = deviceRoute(news);
        const isShown = rawRoute.get() === route;
        // The device's page has a notice about a failure.
        if (isShown && news.outcome !== 'done') return;
        const action = { word: 'Show device', run: () => navigateTo(route) };
        showToast({ ...messageOf(news), ...(!isShown && { action }) });
      }),
    [switches],
  );
  return null;
}

function messageOf({ serial, wanted, outcome }: ModeSwitchEvent): ToastContent {
  const mode = `${MODE_WORDS[wanted]} mode`;
  if (outcome === 'done') return { title: `${serial} switched to ${mode}` };
  if (outcome === 'overdue') {
    return {
      title: `${serial} did not reconnect`,
      text: `It was restarted in ${mode}. ${SWITCH_REMEDIES.overdue}`,
    };
  }
  return {
    title: `${serial} did not change mode`,
    text: `It was restarted in ${mode} but is still in ${MODE_WORDS[OPPOSITE_MODE[wanted]]} mode. ${SWITCH_REMEDIES.unchanged}`,
  };
}
