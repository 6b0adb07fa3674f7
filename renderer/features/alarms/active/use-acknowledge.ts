import { useCallback } from 'react';
import { type Action, useAction } from '../../../components/config-editor/use-action.ts';
import { acknowledgeAlarm, acknowledgeAllAlarms } from '../../../data/alarms/requests.ts';
import { useLive } from '../../../data/react.ts';

export interface Acknowledging extends Omit<Action, 'run'> {
  one: (id: string) => void;
  all: () => void;
}

export function useAcknowledge(): Acknowledging {
  const { alarms } = useLive();
  const { run, ...action } = useAction();
  const one = useCallback(
    (id: string) =>
      void run(() => acknowledgeAlarm(id)).then((alarm) => {
        if (alarm) alarms.accept(alarm);
      }),
    [alarms, run],
  );
  // The event stream delivers the changes.
  const all = useCallback(() => void run(acknowledgeAllAlarms), [run]);
  return { ...action, one, all };
}
