import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import type { StoredChannel } from '../../../service/contract/index.ts';
import { NothingToShow } from '../../components/nothing-to-show.tsx';
import { Connecting, ReadOnlyNotice } from '../../components/service-states.tsx';
import { fetchStorage } from '../../data/history/requests.ts';
import { storedDevices } from '../../data/history/stored-devices.ts';
import { usePolled } from '../../data/history/use-polled.ts';
import { fetchStoredChannels } from '../../data/history-tiles/requests.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { ExportDialog } from '../export/export-dialog.tsx';
import { UnitsMenu } from '../units/units-menu.tsx';
import './history.css';
import { ImportDialog } from './import/import-dialog.tsx';
import { HistorySettings } from './settings/history-settings.tsx';
import { StorageNotices, StorageSection } from './storage-section.tsx';
import { StoredDevicesSection } from './stored-devices/stored-devices-section.tsx';

const STORAGE_MS = 3000;
const CHANNELS_MS = 15_000;

export function HistoryPage() {
  const settings = useReadable(useLive().settings.all);
  return settings ? (
    <History />
  ) : (
    <NothingToShow what="the history">
      <Connecting />
    </NothingToShow>
  );
}

function History() {
  const isLive = useReadable(useLive().connection).state === 'live';
  const storage = usePolled(fetchStorage, STORAGE_MS);
  const channels = usePolled(fetchStoredChannels, CHANNELS_MS);
  const [exporting, setExporting] = useState<readonly StoredChannel[] | null>(null);
  const [isImporting, setImporting] = useState(false);
  const stored = channels.result?.channels ?? [];
  const refresh = (): void => {
    channels.refresh();
    storage.refresh();
  };
  return (
    <div className="history-page">
      <div className="history-body">
        <header className="history-head">
          <h1>History</h1>
          <UnitsMenu units={stored.map(({ unit }) => unit)} />
          <button
            type="button"
            className="button"
            data-command="import"
            disabled={!isLive}
            onClick={() => setImporting(true)}
          >
            <Upload aria-hidden size={14} /> Import…
          </button>
          <button
            type="button"
            className="button"
            data-command="export"
            disabled={stored.length === 0 || !isLive}
            title={stored.length === 0 ? 'No stored readings yet' : undefined}
            onClick={() => setExporting([])}
          >
            <Download aria-hidden size={14} /> Export…
          </button>
        </header>
        <p className="dim">
          Mensura stores the readings of every device on this computer for charts, comparison and export.
        </p>
        <output className="settings-outcome">{!isLive && <ReadOnlyNotice />}</output>
        <StorageNotices
          storage={storage.result}
          channels={channels.result?.channels}
          failure={isLive ? storage.failure : null}
        />
        <StorageSection storage={storage.result} />
        <StoredDevicesSection
          devices={channels.result && storedDevices(channels.result.channels)}
          failure={isLive ? channels.failure : null}
          fixed={!isLive}
          onExport={setExporting}
          onChanged={refresh}
        />
        <HistorySettings storage={storage.result} onSaved={storage.refresh} />
      </div>
      {exporting && (
        <ExportDialog
          channels={exporting}
          from={rangeOf(exporting).from}
          to={rangeOf(exporting).to}
          onClose={() => setExporting(null)}
        />
      )}
      {isImporting && <ImportDialog channels={stored} onChanged={refresh} onClose={() => setImporting(false)} />}
    </div>
  );
}

const DAY_MS = 86_400_000;

/** The last day of these channels; the last 24 hours without any. */
function rangeOf(channels: readonly StoredChannel[]): { from: number; to: number } {
  const last = channels.map((channel) => Date.parse(channel.last)).reduce((a, b) => Math.max(a, b), 0);
  // One second later, since the end is exclusive.
  const to = last === 0 ? Date.now() : last + 1000;
  return { from: to - DAY_MS, to };
}
