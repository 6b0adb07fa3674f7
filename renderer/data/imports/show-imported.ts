import { channelPath, deviceKey, type ImportJob, parseChannelPath } from '../../../service/contract/index.ts';
import type { Live } from '../live.ts';

/** After an import or undo: the charts load the readings of its channels again. */
export function showImported(
  { past, samples }: Pick<Live, 'past' | 'samples'>,
  { columns }: Pick<ImportJob, 'columns'>,
): void {
  const paths: string[] = [];
  for (const { channel, last, new: added } of columns) {
    const ref = channel === null ? undefined : parseChannelPath(channel);
    if (!ref || added === 0) continue;
    paths.push(channelPath(ref));
    // The charts take this time from the stream, which had no such readings.
    if (last !== null && Date.parse(last) >= samples.wholeFrom(deviceKey(ref))) samples.removeDevice(deviceKey(ref));
  }
  past.discard(paths);
}
