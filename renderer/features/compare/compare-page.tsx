import { ArrowLeft, ChartSpline } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { parseChannelPath } from '../../../service/contract/index.ts';
import { rawRoute } from '../../app/guarded-location.ts';
import { Panes } from '../../app/panes.tsx';
import { NARROW, useMedia } from '../../app/use-media.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import type { SelectableChannel } from '../../data/compare/selectable-channels.ts';
import { chosenChannels } from '../../data/compare/selected-channels.ts';
import { plural } from '../../data/format/numbers.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { rememberedArrangement } from '../charts/arrangement.ts';
import type { ChartChannel } from '../charts/channels.ts';
import { splitRoute } from '../charts/view/chart-range.ts';
import { useChartView } from '../devices/use-chart-view.tsx';
import { ChannelPicker } from './channel-picker.tsx';
import { channelsToShow, compareChannels, groupsNotKnown, stylesByPath } from './compare-channels.ts';
import './compare.css';
import { SaveAsDashboard } from '../dashboards/save-as-dashboard.tsx';
import { COMPARE_ROUTE } from './routes.ts';
import { useKnownChannels } from './use-known-channels.ts';

export function ComparePage() {
  useLinkedChannels();
  const groups = useKnownChannels(useReadable(useLive().devices.list));
  const chosen = useReadable(chosenChannels.list);
  const shown = useMemo(() => channelsToShow(chosen, groups), [chosen, groups]);
  const unknown = useMemo(() => groupsNotKnown(shown, groups), [shown, groups]);
  const styles = useMemo(() => stylesByPath(shown), [shown]);
  // A narrow window shows either the charts or the list, which stays until the selection is complete.
  const [isChoosing, setChoosing] = useState(chosen.length === 0);
  return (
    <Panes
      id="compare"
      mainFirst={chosen.length > 0 && !isChoosing}
      list={
        <ChannelPicker
          groups={[...groups, ...unknown]}
          chosen={chosen}
          styles={styles}
          onShow={() => setChoosing(false)}
        />
      }
      main={
        shown.length > 0 ? (
          <CompareView
            shown={shown}
            unknown={unknown.flatMap(({ channels }) => channels).length}
            onChoose={() => setChoosing(true)}
          />
        ) : (
          <NoChannelsSelected hasChannels={groups.length > 0} />
        )
      }
      details={null}
      detailsTitle=""
    />
  );
}

/** Of the arrangement of the charts. */
const SCOPE = 'compare';

/** The compared channels, for a link to the view. */
const CHANNEL_PARAMETERS = (channels: readonly ChartChannel[]): [string, string][] =>
  channels.map(({ key }) => ['channel', key]);

/** Selects the channels of a link. */
function useLinkedChannels(): void {
  const route = useReadable(rawRoute);
  useEffect(() => {
    const { base, text } = splitRoute(route);
    if (base !== COMPARE_ROUTE) return;
    const linked = new URLSearchParams(text).getAll('channel').flatMap((path) => parseChannelPath(path) ?? []);
    if (linked.length > 0) chosenChannels.select(linked);
  }, [route]);
}

function NoChannelsSelected({ hasChannels }: { hasChannels: boolean }) {
  return (
    <EmptyState icon={<ChartSpline aria-hidden size={26} />} title="Compare channels">
      <p className="dim">
        Chart channels from different devices on one time axis. Channels with the same unit share a panel.
      </p>
      {hasChannels ? (
        <p>Select channels in the list. Disconnected devices are listed if they have stored readings.</p>
      ) : (
        <>
          <p>No channels available: no device is connected and no readings are stored.</p>
          <Link href="/devices" className="button primary">
            Connect a device
          </Link>
        </>
      )}
    </EmptyState>
  );
}

interface CompareViewProps {
  shown: readonly SelectableChannel[];
  /** Number of unavailable channels. */
  unknown: number;
  /** Returns to the list, in a narrow window. */
  onChoose: () => void;
}

function CompareView({ shown, unknown, onChoose }: CompareViewProps) {
  const narrow = useMedia(NARROW);
  // Compared by content: a new list would restart the charts with every reading.
  const text = JSON.stringify(shown);
  const channels = useMemo(() => compareChannels(JSON.parse(text) as SelectableChannel[]), [text]);
  const title = plural(shown.length, 'channel');
  const { controls, charts } = useChartView({
    channels,
    scope: SCOPE,
    title,
    route: COMPARE_ROUTE,
    parameters: CHANNEL_PARAMETERS,
  });
  return (
    <article className="device-view" aria-label="Compared channels">
      <header className="device-header">
        <div className="device-identity">
          {narrow && (
            <button type="button" className="link-button" onClick={onChoose}>
              <ArrowLeft aria-hidden size={14} /> Select channels
            </button>
          )}
          <h2 className="compare-title">{title}</h2>
        </div>
        <div className="device-controls">
          {controls}
          <SaveAsDashboard shown={shown} arrangement={() => rememberedArrangement(SCOPE)} />
        </div>
        {unknown > 0 && <p className="compare-unknown dim">{unknownText(unknown, shown.length)}</p>}
      </header>
      {charts}
    </article>
  );
}

function unknownText(unknown: number, all: number): string {
  const which = all === 1 ? 'This channel' : unknown === all ? `All ${all} channels` : `${unknown} of ${all} channels`;
  return unknown === 1
    ? `${which} is unavailable: its device is disconnected and has no stored readings.`
    : `${which} are unavailable: their devices are disconnected and have no stored readings.`;
}
