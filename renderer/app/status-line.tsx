import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { AppDevice, AppStatus } from '../../service/contract/index.ts';
import { CopyButton } from '../components/copy-button.tsx';
import type { HealthSummary } from '../data/config-items/labels.ts';
import { databasesSummary } from '../data/databases/labels.ts';
import { destinationsSummary } from '../data/destinations/labels.ts';
import { formatAge, formatBytes, formatCount, formatFixed, plural } from '../data/format/numbers.ts';
import { gatewaysSummary } from '../data/gateways/labels.ts';
import { clientsSummary } from '../data/mqtt/labels.ts';
import { useLive, useNow, useReadable } from '../data/react.ts';
import type { Connection } from '../data/stream/messages.ts';
import { AlarmsItem } from '../features/alarms/indicators/alarm-count.tsx';
import { DATABASES_ROUTE } from '../features/databases/routes.ts';
import { GATEWAYS_ROUTE } from '../features/gateways/routes.ts';
import { HISTORY_ROUTE } from '../features/history/routes.ts';
import { MQTT_ROUTE } from '../features/mqtt/routes.ts';
import { NOTIFICATIONS_ROUTE } from '../features/notifications/routes.ts';
import { serviceAddress } from './address.ts';
import { showDialog } from './dialogs.ts';
import { isMacKeyboard, keyCap } from './shortcuts/shortcuts.ts';
import './status-line.css';

export function StatusLine() {
  const live = useLive();
  const connection = useReadable(live.connection);
  const status = useReadable(live.status);
  const listed = useReadable(live.devices.list);
  const devices = listed.filter(({ device }) => device.family !== 'computed');
  const problems = useReadable(live.problems.list);
  const isLive = connection.state === 'live';
  const simulated = devices.filter(({ device }) => device.simulated).length;
  const address = serviceAddress();
  return (
    <footer className="status-line" aria-label="Service status">
      <FoldingItems>
        <Summary connection={connection} states={devices.map(({ device }) => device.state)} />
        {isLive && <AlarmsItem />}
        {isLive && problems.length > 0 && (
          <span className="status-item">
            <span className="status-dot warning" />
            {plural(problems.length, 'problem')}
          </span>
        )}
        {isLive && simulated > 0 && (
          <span className="status-item">
            {simulated === devices.length ? 'All simulated' : `${formatCount(simulated)} simulated`}
          </span>
        )}
        {isLive && <Clients />}
        {isLive && <Databases />}
        {isLive && <Gateways />}
        {isLive && <Destinations />}
        {isLive && status && <HistoryItem status={status} />}
        {isLive && devices.length > 0 && status && <Rate status={status} />}
      </FoldingItems>
      <span className="status-address">
        <span className="mono dim">{address}</span>
        <CopyButton text={address} what="the address" className="link-button" />
      </span>
      <PaletteButton />
    </footer>
  );
}

/** Of one row of items, in pixels. */
const ROW_PX = 30;

/** Items that do not fit into one row are folded away whole, the last ones first, until the user unfolds them. */
function FoldingItems({ children }: { children: ReactNode }) {
  const items = useRef<HTMLDivElement>(null);
  const id = useId();
  const [isFolding, setFolding] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const element = items.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setFolding(element.offsetHeight > ROW_PX * 1.5));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const Icon = isOpen ? ChevronDown : ChevronUp;
  return (
    <>
      <div className="status-fold" data-open={isOpen || undefined}>
        <div className="status-items" id={id} ref={items}>
          {children}
        </div>
      </div>
      {isFolding && (
        <button
          type="button"
          className="icon-button status-unfold"
          aria-label="All status items"
          title={isOpen ? 'Show one row' : 'Show all status items'}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon aria-hidden size={15} />
        </button>
      )}
    </>
  );
}

function PaletteButton() {
  const mod = keyCap('Mod', isMacKeyboard());
  return (
    <button
      type="button"
      className="link-button status-palette"
      title="Open command palette"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => showDialog('palette')}
    >
      Commands{' '}
      <span aria-hidden>
        <kbd>{mod}</kbd> <kbd>K</kbd>
      </span>
    </button>
  );
}

function Clients() {
  const summary = clientsSummary(useReadable(useLive().clients.list));
  return summary && <HealthBadges route={MQTT_ROUTE} summary={summary} />;
}

function Databases() {
  const summary = databasesSummary(useReadable(useLive().databases.list));
  return summary && <HealthBadges route={DATABASES_ROUTE} summary={summary} />;
}

function Gateways() {
  const summary = gatewaysSummary(useReadable(useLive().gateways.list));
  return summary && <HealthBadges route={GATEWAYS_ROUTE} summary={summary} />;
}

function Destinations() {
  const summary = destinationsSummary(useReadable(useLive().destinations.list));
  return summary && <HealthBadges route={NOTIFICATIONS_ROUTE} summary={summary} />;
}

function HealthBadges({ route, summary }: { route: string; summary: HealthSummary }) {
  return (
    <Link href={route} className="status-item status-link">
      <span className={`status-dot ${summary.tone}`} />
      <span>
        {summary.text}
        <span className="status-rest">{summary.rest}</span>
      </span>
    </Link>
  );
}

function Rate({ status }: { status: AppStatus }) {
  const rate = status.readings_per_second;
  return <span className="status-item">{formatFixed(rate, rate < 9.95 ? 1 : 0)} readings/s</span>;
}

const HISTORY_TEXT: Readonly<Record<AppStatus['history'], (bytes: string) => string>> = {
  recording: (bytes) => `History: ${bytes}`,
  waiting: () => 'History: waiting for disk',
  off: () => 'History: off',
};

function HistoryItem({ status: { history, history_bytes, history_dropped } }: { status: AppStatus }) {
  return (
    <Link href={HISTORY_ROUTE} className="status-item status-link">
      {history === 'waiting' && <span className="status-dot warning" />}
      <span>
        {HISTORY_TEXT[history](formatBytes(history_bytes))}
        {history_dropped > 0 && `, ${plural(history_dropped, 'reading')} discarded`}
      </span>
    </Link>
  );
}

interface SummaryProps {
  connection: Connection;
  states: readonly AppDevice['state'][];
}

function Summary({ connection, states }: SummaryProps) {
  if (connection.state === 'unreachable') return <Unreachable since={connection.since} />;
  const { tone, text, rest } = summaryOf(connection, states);
  return (
    <span className="status-item">
      <span className={`status-dot ${tone}`} />
      <span>
        {text}
        <span className="status-rest">{rest}</span>
      </span>
    </span>
  );
}

function summaryOf({ state }: Connection, states: SummaryProps['states']): HealthSummary {
  if (state === 'connecting') return { tone: 'idle', text: 'Connecting…', rest: '' };
  if (states.length === 0) return { tone: 'idle', text: 'No devices', rest: '' };
  const measuring = states.filter((one) => one === 'measuring').length;
  const isWarning = states.some((one) => one === 'silent' || one === 'failing');
  if (measuring === 0 && !isWarning) return { tone: 'idle', text: 'Starting…', rest: '' };
  const all = formatCount(states.length);
  return {
    tone: isWarning ? 'warning' : 'good',
    text: measuring === states.length ? `Reading ${all}` : `Reading ${formatCount(measuring)} of ${all}`,
    rest: states.length === 1 ? ' device' : ' devices',
  };
}

function Unreachable({ since }: { since: number }) {
  const now = useNow();
  return (
    <span className="status-item">
      <span className="status-dot bad" />
      Service unreachable for {formatAge(now - since)}
    </span>
  );
}
