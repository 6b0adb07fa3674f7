import type { ChartChannel } from '../channels.ts';
import { entryName } from './entry-name.ts';
import { NameButton } from './legend-table.tsx';
import type { PanelActions } from './panel-actions.ts';

export interface HiddenChannelsProps {
  /** Of the panels without a visible channel. */
  readonly channels: readonly ChartChannel[];
  readonly actions: PanelActions;
}

/** The legend of the panels that are not shown, since all their channels are hidden. */
export function HiddenChannels({ channels, actions }: HiddenChannelsProps) {
  if (channels.length === 0) return null;
  return (
    <section className="chart-hidden" aria-label="Hidden channels">
      <span className="dim">Hidden:</span>
      {channels.map((channel) => (
        <NameButton
          key={channel.key}
          channel={channel}
          name={entryName(channel, channels)}
          isHidden
          actions={actions}
        />
      ))}
    </section>
  );
}
