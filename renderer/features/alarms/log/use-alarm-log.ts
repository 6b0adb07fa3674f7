import { useEffect, useState } from 'react';
import { LogReader, type LogReading } from '../../../data/alarms/log-reader.ts';
import { alarmLog } from '../../../data/alarms/requests.ts';
import { useLive, useReadable } from '../../../data/react.ts';

export interface AlarmLogState extends LogReading {
  loadMore: () => void;
  retry: () => void;
}

export function useAlarmLog(): AlarmLogState {
  const { alarms, connection } = useLive();
  const [reader] = useState(() => new LogReader(alarmLog));
  useEffect(() => {
    const follow = (): void => {
      if (connection.get().state === 'live') reader.refresh();
    };
    follow();
    // An alarm that is cleared and acknowledged is in the history.
    const endings = [alarms.departures.subscribe(follow), connection.subscribe(follow)];
    return () => {
      for (const end of endings) end();
      reader.stop();
    };
  }, [alarms, connection, reader]);
  return { ...useReadable(reader.reading), loadMore: reader.loadMore, retry: reader.refresh };
}
