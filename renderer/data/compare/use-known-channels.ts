import { useEffect, useMemo, useRef } from 'react';
import { usePolled } from '../history/use-polled.ts';
import { askStoredChannels } from '../history-tiles/requests.ts';
import { useLive, useReadable } from '../react.ts';
import { type ChannelGroup, selectableChannels } from './selectable-channels.ts';

/** From an answer, or a failure, to the next question, in milliseconds. */
const ASK_MS = 15_000;

/** Every channel there is something to show of, renewed as devices come and go. */
export function useKnownChannels(): ChannelGroup[] {
  const records = useReadable(useLive().devices.list);
  // The attached devices are enough to go on with meanwhile; that the service cannot be reached is said elsewhere.
  const { answer, refresh } = usePolled(askStoredChannels, ASK_MS);
  const attached = records.map(({ key }) => key).join();
  const askedFor = useRef(attached);

  useEffect(() => {
    if (askedFor.current === attached) return;
    askedFor.current = attached;
    refresh();
  }, [attached, refresh]);

  return useMemo(
    () =>
      selectableChannels(
        records.map(({ device }) => device),
        answer?.channels ?? [],
      ),
    [records, answer],
  );
}
