import { useEffect, useMemo, useRef } from 'react';
import { type ChannelGroup, selectableChannels } from '../../data/compare/selectable-channels.ts';
import { useDecimals } from '../../data/computed/decimals.ts';
import type { DeviceRecord } from '../../data/devices/device-store.ts';
import { usePolled } from '../../data/history/use-polled.ts';
import { fetchStoredChannels } from '../../data/history-tiles/requests.ts';

/** Pause between a response and the next request. */
const POLL_MS = 15_000;

export interface KnownChannels {
  groups: ChannelGroup[];
  /** The history has answered, or cannot: before that, only the channels of devices are known. */
  isComplete: boolean;
}

/** The channels of devices and of the history. */
export function useKnownChannels(records: readonly DeviceRecord[]): ChannelGroup[] {
  return useAllChannels(records).groups;
}

/** As `useKnownChannels`, for a form that must not start with half of them. */
export function useAllChannels(records: readonly DeviceRecord[]): KnownChannels {
  // The connection banner reports errors; connected devices are known anyway.
  const { result, failure, refresh } = usePolled(fetchStoredChannels, POLL_MS);
  const decimalsOf = useDecimals();
  const attached = records.map(({ key }) => key).join();
  const requestedFor = useRef(attached);

  useEffect(() => {
    if (requestedFor.current === attached) return;
    requestedFor.current = attached;
    refresh();
  }, [attached, refresh]);

  const groups = useMemo(
    () =>
      selectableChannels(
        records.map(({ device }) => device),
        result?.channels ?? [],
        decimalsOf,
      ),
    [records, result, decimalsOf],
  );
  return { groups, isComplete: result !== undefined || failure !== null };
}
