import { useEffect, useMemo, useState } from 'react';
import type { StoredChannel } from '../../../service/contract/index.ts';
import { askStoredChannels } from '../past/requests.ts';
import { useLive, useReadable } from '../react.ts';
import { type ChannelGroup, knownChannels } from './known-channels.ts';

interface Answer {
  /** The devices that were attached when it was asked for. */
  attached: string | undefined;
  channels: readonly StoredChannel[];
}

/** Every channel there is something to show of, renewed as devices come and go. */
export function useKnownChannels(): ChannelGroup[] {
  const records = useReadable(useLive().devices.list);
  const [answer, setAnswer] = useState<Answer>({ attached: undefined, channels: [] });
  const attached = records.map(({ key }) => key).join();

  useEffect(() => {
    if (answer.attached === attached) return undefined;
    let isLeft = false;
    askStoredChannels().then(
      ({ channels }) => {
        if (!isLeft) setAnswer({ attached, channels });
      },
      () => {
        // The attached devices are enough to go on with; that the service cannot be reached is said elsewhere.
      },
    );
    return () => {
      isLeft = true;
    };
  }, [attached, answer.attached]);

  return useMemo(
    () =>
      knownChannels(
        records.map(({ device }) => device),
        answer.channels,
      ),
    [records, answer.channels],
  );
}
