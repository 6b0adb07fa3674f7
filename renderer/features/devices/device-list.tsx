import { TriangleAlert } from 'lucide-react';
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { ListSearch, NoMatches, useSearchedList } from '../../components/list-search.tsx';
import { Remedy } from '../../components/remedy.tsx';
import { useListbox } from '../../components/use-listbox.ts';
import type { DeviceRecord } from '../../data/devices/device-store.ts';
import { matchesSearch } from '../../data/devices/grouping.ts';
import { sortDevices } from '../../data/devices/sorting.ts';
import { formatCount, formatTimestamp, plural } from '../../data/format/numbers.ts';
import { gatewayNames } from '../../data/gateways/labels.ts';
import { useLive, useReadable } from '../../data/react.ts';
import type { Connection } from '../../data/stream/messages.ts';
import { SimulatedNote } from '../onboarding/simulated/simulated.tsx';
import { DeviceRow } from './device-row.tsx';
import { type ListWindow, placeRows } from './list-layout.ts';
import { OrderMenu, useDeviceOrder } from './order-menu.tsx';
import { deviceRoute } from './routes.ts';

/** Granularity of the scroll position, and margin of rows drawn beyond the edges, in pixels. */
const STEP = 200;

/** The visible part of the element, in its own coordinates and in steps, with a margin of one step on either side. */
function useVirtualRows(area: RefObject<HTMLElement | null>): ListWindow {
  const [window, setWindow] = useState<ListWindow>({ top: 0, height: 1000 });
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const measure = (): void => {
      const top = Math.floor(element.scrollTop / STEP) * STEP - STEP;
      const height = Math.ceil(element.clientHeight / STEP) * STEP + 3 * STEP;
      setWindow((known) => (known.top === top && known.height === height ? known : { top, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [area]);
  return window;
}

export function DeviceList({ selectedKey }: { selectedKey: string }) {
  const live = useLive();
  const records = useReadable(live.devices.known);
  const gateways = useReadable(live.gateways.list);
  const names = useMemo(() => gatewayNames(gateways), [gateways]);
  const [search, setSearch] = useState('');
  const [order, chooseOrder] = useDeviceOrder();
  const alarms = useReadable(live.alarms.active);

  const groups = useMemo(() => {
    const text = search.trim();
    const found = text ? records.filter(({ device }) => matchesSearch(device, text, names)) : records;
    return sortDevices(found, order, { names, hasAlarm: (key) => alarms.has(key) });
  }, [records, search, order, names, alarms]);
  const rows = useMemo(
    () => groups.flatMap(({ items }) => items.map(({ key, device }) => ({ id: key, route: deviceRoute(device) }))),
    [groups],
  );
  const isFiltered = search.trim() !== '';
  const { list, onKeyDown, tabStop } = useListbox(rows, selectedKey, isFiltered);
  const scrollWindow = useVirtualRows(list);
  useSearchedList(list, search.trim());

  return (
    <section className="list-pane" aria-label="Devices">
      <div className="list-head">
        <h1>Devices</h1>
        <OrderMenu order={order} onChange={chooseOrder} />
        <span
          className="badge"
          title={isFiltered ? 'Devices that match the search, of all devices' : countTitle(records)}
        >
          {isFiltered && `${formatCount(rows.length)} of `}
          {formatCount(records.length)}
        </span>
      </div>
      <ListSearch
        placeholder="Search devices"
        label="Search devices by name, serial number, product, channel, unit or note"
        value={search}
        onChange={setSearch}
        onDown={() => list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()}
      />
      <div className="list-scroll" ref={list}>
        {rows.length > 0 ? (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> cannot hold live values
          <div role="listbox" tabIndex={-1} aria-label="Devices" onKeyDown={onKeyDown}>
            {placeRows(groups, scrollWindow, ({ key }) => key === tabStop).map((group) => (
              <div
                key={group.title}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of options, not of form fields
                role="group"
                aria-label={group.title}
                className="list-group"
                style={{ height: group.height }}
              >
                <div className="list-group-head" aria-hidden>
                  <span className="ellipsis" title={group.title}>
                    {group.title}
                  </span>
                  <span>{formatCount(group.count)}</span>
                </div>
                {group.rows.map(({ item, top, position }) => (
                  <DeviceRow
                    key={item.key}
                    deviceKey={item.key}
                    top={top}
                    position={position}
                    count={rows.length}
                    selected={item.key === selectedKey}
                    tabStop={item.key === tabStop}
                  />
                ))}
              </div>
            ))}
          </div>
        ) : (
          <EmptyList search={search.trim()} onClear={() => setSearch('')} />
        )}
      </div>
      <SimulatedNote />
      <ProblemList />
    </section>
  );
}

/** "3 connected, 1 disconnected" */
function countTitle(records: readonly DeviceRecord[]): string {
  const disconnected = records.filter(({ gone }) => gone).length;
  const connected = `${formatCount(records.length - disconnected)} connected`;
  return disconnected === 0 ? connected : `${connected}, ${formatCount(disconnected)} disconnected`;
}

const EMPTY_TEXT: Readonly<Record<Connection['state'], string>> = {
  connecting: 'Loading…',
  live: 'No devices connected',
  unreachable: 'Unavailable',
};

function EmptyList({ search, onClear }: { search: string; onClear: () => void }) {
  const connection = useReadable(useLive().connection);
  if (search) return <NoMatches what="devices" search={search} onClear={onClear} />;
  return <p className="list-empty">{EMPTY_TEXT[connection.state]}</p>;
}

function ProblemList() {
  const problems = useReadable(useLive().problems.list);
  if (problems.length === 0) return null;
  return (
    <section className="problems" aria-labelledby="problems-title">
      <h2 id="problems-title" className="problems-title">
        <TriangleAlert aria-hidden size={14} />
        {plural(problems.length, 'problem')}
      </h2>
      <ul>
        {problems.map(({ code, subject, text, remedy, since }) => (
          <li key={`${code} ${subject}`} className="problem">
            <p>{text}</p>
            <Remedy text={remedy} />
            <p className="problem-since dim">Since {formatTimestamp(Date.parse(since))}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
