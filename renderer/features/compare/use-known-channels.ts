import { useEffect, useMemo, useRef } from 'react';
import { type ChannelGroup, selectableChannels } from '../../data/compare/selectable-channels.ts';
import { useDecimals } from '../../data/computed/decimals.ts';
import type { DeviceRecord } from '../../data/devices/device-store.ts';
import { usePolled } from '../../data/history/use-polled.ts';
import { fetchStoredChannels } from '../../data/history-tiles/requests.ts';

/** Pause between a response and the next request. */
const POLL_MS = 15_000;

/** The channels of devices and of the history. */
export function useKnownChannels(records: readonly DeviceRecord[]): ChannelGroup[] {
  // The connection banner reports errors; connected devices are known anyway.
  const { result, refresh } = usePolled(fetchStoredChannels, POLL_MS);
  const decimalsOf = useDecimals();
  const attached = records.map(({ key }) => key).join();
  const requestedFor = useRef(attached);

  useEffect(() => {
    if (requestedFor.current === attached) return;
    requestedFor.current = attached;
    refresh();
  }, [attached, refresh]);

  return useMemo(
    () =>
      selectableChannels(
        records.map(({ device }) => device),
        result?.channels ?? [],
        decimalsOf,
      ),
    [records, result, decimalsOf],
  );
}
