import { useEffect, useMemo } from 'react';
import type { LogEntry } from '../../../service/contract/index.ts';
import { LogReader, type LogReading } from '../../data/log/log-reader.ts';
import { fetchLog } from '../../data/log/requests.ts';
import { useLive, useReadable } from '../../data/react.ts';

export interface ShownLog extends LogReading {
  showOlder: () => void;
}

/**
 * @param level minimum level
 * @param isHeld counts new entries without displaying them
 */
export function useLog(level: LogEntry['level'], isHeld: boolean): ShownLog {
  const { connection } = useLive();
  const reader = useMemo(
    () => new LogReader({ ask: fetchLog, level, isVisible: () => document.visibilityState === 'visible' }),
    [level],
  );
  useEffect(() => {
    reader.start();
    // Catches up at once after a reconnection.
    const end = connection.subscribe(reader.refresh);
    document.addEventListener('visibilitychange', reader.refresh);
    return () => {
      end();
      document.removeEventListener('visibilitychange', reader.refresh);
      reader.stop();
    };
  }, [reader, connection]);
  useEffect(() => reader.hold(isHeld), [reader, isHeld]);
  return { ...useReadable(reader.reading), showOlder: reader.showOlder };
}
