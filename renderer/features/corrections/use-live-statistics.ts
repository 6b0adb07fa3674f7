import { useCallback, useEffect, useState } from 'react';
import { type ChannelRef, deviceKey } from '../../../service/contract/index.ts';
import { type LiveStatistics, liveStatistics, type WindowSeconds } from '../../data/corrections/live-statistics.ts';
import { useLive } from '../../data/react.ts';

/** Time between two calculations, in milliseconds: figures that change faster cannot be read. */
const UPDATE_MS = 500;

export interface LiveStatisticsOptions {
  readonly of: ChannelRef;
  /** The channel to read: with the values before the correction. */
  readonly measured: string;
  readonly windowS: WindowSeconds;
  /** Earlier readings are left out. */
  readonly since: number;
  /** Last digit of a reading, in the channel's API unit. */
  readonly resolution: number;
}

/** Of the newest readings in the channel's API unit, twice a second. */
export function useLiveStatistics(options: LiveStatisticsOptions): LiveStatistics {
  const { of, measured, windowS, since, resolution } = options;
  const { samples, clock } = useLive();
  const key = deviceKey(of);
  const calculate = useCallback(() => {
    const points = samples.series(key, measured)?.raw;
    return liveStatistics(points, { now: clock.now(), windowMs: windowS * 1000, since, resolution });
  }, [samples, clock, key, measured, windowS, since, resolution]);
  const [statistics, setStatistics] = useState(calculate);
  useEffect(() => {
    const update = (): void => setStatistics(calculate());
    update();
    const timer = setInterval(update, UPDATE_MS);
    return () => clearInterval(timer);
  }, [calculate]);
  return statistics;
}
