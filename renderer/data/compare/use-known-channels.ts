import { useEffect, useMemo, useRef } from 'react';
import { usePolled } from '../history/use-polled.ts';
import { fetchStoredChannels } from '../history-tiles/requests.ts';
import { useLive, useReadable } from '../react.ts';
import { type ChannelGroup, selectableChannels } from './selectable-channels.ts';

/** Pause between a response and the next request. */
const POLL_MS = 15_000;

export function useKnownChannels(): ChannelGroup[] {
  const records = useReadable(useLive().devices.list);
  // The connection banner reports errors; connected devices are known anyway.
  const { result, refresh } = usePolled(fetchStoredChannels, POLL_MS);
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
      ),
    [records, result],
  );
}
