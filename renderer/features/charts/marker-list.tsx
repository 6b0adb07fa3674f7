import { Dialog } from '@base-ui/react/dialog';
import { Pencil } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Marker } from '../../../service/contract/index.ts';
import { ListSearch, NoMatches } from '../../components/list-search.tsx';
import { Modal } from '../../components/modal.tsx';
import { SegmentedControl } from '../../components/segmented-control.tsx';
import { formatCount, formatDayAndTime, plural } from '../../data/format/numbers.ts';
import { matchesWords } from '../../data/format/text.ts';
import { usePolled } from '../../data/history/use-polled.ts';
import { type AnnotationStore, fetchNewestMarkers } from '../../data/history-tiles/annotation-store.ts';
import { MarkerForm } from './marker-popover.tsx';
import './marker-list.css';
import { useDeviceNames } from './use-device-names.ts';

/** Pause between a response and the next request, in milliseconds. */
const POLL_MS = 15_000;

/** A response of the service has no more. */
const MOST_MARKERS = 1000;

const SCOPES = [
  { value: 'device', word: 'This device' },
  { value: 'all', word: 'All devices' },
] as const;

export interface MarkerListProps {
  /** Key of the only device of the charts; null for several. */
  readonly device: string | null;
  readonly annotations: AnnotationStore;
  /** Shows a marker in the charts. */
  readonly onJump: (marker: Marker) => void;
  readonly onClose: () => void;
}

/** Markers, newest first: to search, edit and show in the charts. Those of one device include those of all charts. */
export function MarkerList({ device, annotations, onJump, onClose }: MarkerListProps) {
  const [scope, setScope] = useState<(typeof SCOPES)[number]['value']>('device');
  const listed = scope === 'device' ? device : null;
  const fetchListed = useCallback(() => fetchNewestMarkers(listed), [listed]);
  const { result, failure, refresh } = usePolled(fetchListed, POLL_MS);
  const namesOf = useDeviceNames();
  const markers = useMemo(() => result?.toSorted((a, b) => b.at - a.at), [result]);
  const [search, setSearch] = useState('');
  const [edited, setEdited] = useState<number>();
  const [isOpen, setOpen] = useState(true);
  const list = useEditFocus(edited);
  const deviceOf = (marker: Marker): string => (marker.device === null ? '' : namesOf(marker.device).title);
  const found =
    markers?.filter((marker) => matchesWords(search, [marker.text, formatDayAndTime(marker.at), deviceOf(marker)])) ??
    [];
  return (
    // Unmounted only after closing, so that the focus returns first.
    <Modal open={isOpen} onClose={() => setOpen(false)} onClosed={onClose} title="Markers" className="marker-list">
      <div className="marker-list-head">
        <ListSearch
          placeholder="Search"
          label="Search markers by name, time and device"
          value={search}
          onChange={setSearch}
        />
        {device !== null && <SegmentedControl label="Markers of" options={SCOPES} value={scope} onChange={setScope} />}
      </div>
      <output className="dim">
        {failure ? `Cannot load the markers. ${failure.message}` : countText(markers, found)}
      </output>
      {markers && markers.length > 0 && found.length === 0 && (
        <NoMatches what="markers" search={search} onClear={() => setSearch('')} />
      )}
      <ul className="marker-rows" aria-label="Markers" ref={list}>
        {found.map((marker) => (
          <li key={marker.id} data-marker={marker.id}>
            {marker.id === edited ? (
              <MarkerForm
                at={marker.at}
                marker={marker}
                device={device}
                annotations={annotations}
                onCancel={() => setEdited(undefined)}
                onClose={() => {
                  setEdited(undefined);
                  refresh();
                }}
              />
            ) : (
              <MarkerRow
                marker={marker}
                device={deviceOf(marker)}
                onEdit={() => setEdited(marker.id)}
                onJump={() => {
                  onJump(marker);
                  setOpen(false);
                }}
              />
            )}
          </li>
        ))}
      </ul>
      <div className="dialog-actions">
        {failure && (
          <button type="button" className="button" onClick={refresh}>
            Retry
          </button>
        )}
        <Dialog.Close className="button primary">Close</Dialog.Close>
      </div>
    </Modal>
  );
}

/** Moves the focus into the form of a row, and back to the row. @returns the list */
function useEditFocus(edited: number | undefined): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  const last = useRef<number>(undefined);
  useEffect(() => {
    const row = (id = 0): string => `[data-marker="${id}"]`;
    if (edited !== undefined) list.current?.querySelector<HTMLElement>(`${row(edited)} input`)?.focus();
    else if (last.current !== undefined) {
      list.current?.querySelector<HTMLElement>(`${row(last.current)} .icon-button`)?.focus();
    }
    last.current = edited;
  }, [edited]);
  return list;
}

interface MarkerRowProps {
  marker: Marker;
  /** Title of its device; empty for all charts. */
  device: string;
  onEdit: () => void;
  onJump: () => void;
}

function MarkerRow({ marker, device, onEdit, onJump }: MarkerRowProps) {
  return (
    <div className="marker-row">
      <button type="button" className="marker-jump" title="Show in the charts" onClick={onJump}>
        <span>{marker.text}</span>
        <span className="dim">
          {formatDayAndTime(marker.at)}
          {device && ` · ${device}`}
        </span>
      </button>
      <button type="button" className="icon-button" aria-label={`Edit ${marker.text}`} title="Edit" onClick={onEdit}>
        <Pencil aria-hidden size={14} />
      </button>
    </div>
  );
}

function countText(markers: readonly Marker[] | undefined, found: readonly Marker[]): string {
  if (!markers) return 'Loading…';
  if (markers.length === 0) return 'No markers. Press M in the charts to add one.';
  if (markers.length >= MOST_MARKERS) return `${found.length} of the ${formatCount(MOST_MARKERS)} newest markers`;
  if (found.length < markers.length) return `${found.length} of ${plural(markers.length, 'marker')}`;
  return plural(markers.length, 'marker');
}
