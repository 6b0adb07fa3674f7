import { useEffect } from 'react';
import type { SettingsInfo } from '../../../service/contract/index.ts';
import { type Polled, usePolled } from '../history/use-polled.ts';
import { useLive } from '../react.ts';
import { askSettingsFacts } from './requests.ts';

/** A folder may be changed elsewhere. */
const ASK_MS = 60_000;

export function useSettingsFacts(): Polled<SettingsInfo> {
  const { settings, connection } = useLive();
  const facts = usePolled(askSettingsFacts, ASK_MS);
  const { refresh } = facts;
  useEffect(() => {
    const ends = [settings.all.subscribe(refresh), connection.subscribe(refresh)];
    return () => {
      for (const end of ends) end();
    };
  }, [settings, connection, refresh]);
  return facts;
}
