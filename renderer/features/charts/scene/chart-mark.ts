import type { ChannelCorrection, ChannelRef, Marker } from '../../../../service/contract/index.ts';
import { describeChange } from '../../../data/corrections/labels.ts';

/** A named time in the charts: a marker of the user, or a change of a channel's correction. */
export interface ChartMark {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
  /** What opens when it is pressed: a marker is edited, a correction is shown. */
  readonly opens: { readonly marker: Marker } | { readonly correction: ChannelRef };
}

export function markOfMarker(marker: Marker): ChartMark {
  return { at: marker.at, text: marker.text, opens: { marker } };
}

/** One for each version. @param name of the channel, in charts of several channels */
export function marksOfCorrection(correction: ChannelCorrection, name: string): ChartMark[] {
  const { family, serial, channel, versions } = correction;
  return versions.map((version, index) => ({
    at: Date.parse(version.since),
    text: `Correction changed: ${name}, ${describeChange(version, versions[index + 1])}`,
    opens: { correction: { family, serial, channel } },
  }));
}
