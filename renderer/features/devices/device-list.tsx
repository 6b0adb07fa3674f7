import { ChevronRight, TriangleAlert } from 'lucide-react';
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { ListSearch, NoMatches, useSearchedList } from '../../components/list-search.tsx';
import { Remedy } from '../../components/remedy.tsx';
import { useListbox } from '../../components/use-listbox.ts';
import type { DeviceRecord } from '../../data/devices/device-store.ts';
import { matchesSearch } from '../../data/devices/grouping.ts';
import { namesakesIn } from '../../data/devices/namesakes.ts';
import { mainChannel } from '../../data/devices/row-channels.ts';
import { sortDevices } from '../../data/devices/sorting.ts';
import { formatCount, formatTimestamp, plural } from '../../data/format/numbers.ts';
import { gatewayNames } from '../../data/gateways/labels.ts';
import type { Live } from '../../data/live.ts';
import { useLive, useReadable } from '../../data/react.ts';
import type { Connection } from '../../data/stream/messages.ts';
import { SimulatedNote } from '../onboarding/simulated/simulated.tsx';
import { changeDevice } from './change-device.ts';
import { DeviceRow } from './device-row.tsx';
import { GroupHead } from './groups/group-heads.tsx';
import { COMPACT_ROW_HEIGHT, placeRows, ROW_HEIGHT } from './list-layout.ts';
import { ListMenu } from './list-menu.tsx';
import { collapsedGroups, compactRows, deviceOrder, foldedProblems, setFoldedProblems } from './list-preferences.ts';
import { deviceRoute } from './routes.ts';
import { RowMenu } from './row-menu.tsx';
import { useVirtualRows } from './use-virtual-rows.ts';

/** Returns the focus to a row that moved to another group: it is another element there. */
function useRowFocus(list: RefObject<HTMLElement | null>) {
  const focused = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (!focused.current || document.activeElement !== document.body) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(focused.current)}"]`);
    row?.focus({ preventScroll: true });
  });
  return {
    focused,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      focused.current = target.dataset['entry'];
    },
    onBlur: () => {
      focused.current = undefined;
    },
  };
}

/** The values by which the list is sorted, from the last choice of the order or search: readings move no row. */
function useSortedValues(taken: object): (record: DeviceRecord) => number | null {
  const { values } = useMemo(() => ({ taken, values: new Map<string, number>() }), [taken]);
  return useCallback(
    ({ key, device, gone }) => {
      const known = values.get(key);
      if (known !== undefined) return known;
      const label = mainChannel(device)?.label ?? '';
      const value = (gone?.last ?? device.device.channels)[label]?.value?.magnitude ?? null;
      // A device without a value gets its place with its first one.
      if (value !== null) values.set(key, value);
      return value;
    },
    [values],
  );
}

export function DeviceList({ selectedKey }: { selectedKey: string }) {
  const live = useLive();
  const records = useReadable(live.devices.known);
  const gateways = useReadable(live.gateways.list);
  const names = useMemo(() => gatewayNames(gateways), [gateways]);
  const [search, setSearch] = useState('');
  const order = useReadable(deviceOrder);
  const compact = useReadable(compactRows);
  const collapsed = useReadable(collapsedGroups);
  const alarms = useReadable(live.alarms.active);
  const [dragged, setDragged] = useState<string>();
  const text = search.trim();
  const isFiltered = text !== '';
  const valueOf = useSortedValues(useMemo(() => ({ order, text }), [order, text]));

  const groups = useMemo(() => {
    const found = text ? records.filter(({ device }) => matchesSearch(device, text, names)) : records;
    return sortDevices(found, order.by, { names, hasAlarm: (key) => alarms.has(key), valueOf });
  }, [records, text, order, names, alarms, valueOf]);
  const namesakes = useMemo(() => namesakesIn(records), [records]);
  const isCollapsed = useCallback((key: string) => !isFiltered && collapsed.has(key), [collapsed, isFiltered]);
  const rows = useMemo(
    () =>
      groups.flatMap(({ key: groupKey, items }) =>
        isCollapsed(groupKey) ? [] : items.map(({ key, device }) => ({ id: key, route: deviceRoute(device) })),
      ),
    [groups, isCollapsed],
  );
  const found = groups.reduce((sum, { items }) => sum + items.length, 0);
  const { list, onKeyDown, tabStop } = useListbox(rows, selectedKey, isFiltered);
  const scrollWindow = useVirtualRows(list);
  useSearchedList(list, text);
  const { focused, ...onFocusChange } = useRowFocus(list);
  const placed = placeRows(groups, scrollWindow, {
    rowHeight: compact ? COMPACT_ROW_HEIGHT : ROW_HEIGHT,
    isCollapsed,
    keep: ({ key }) => key === tabStop || key === dragged || key === focused.current,
  });
  const countText = isFiltered
    ? `${formatCount(found)} of ${plural(records.length, 'device')}`
    : formatCount(records.length);

  return (
    <section className="list-pane" aria-label="Devices">
      <div className="list-head">
        <h1>Devices</h1>
        <ListMenu groupKeys={isFiltered ? [] : groups.map(({ key }) => key).filter(Boolean)} />
        <span className="badge" title={isFiltered ? 'Devices that match the search' : countTitle(records)}>
          {countText}
        </span>
        <output className="visually-hidden">{isFiltered && countText}</output>
      </div>
      <ListSearch
        placeholder="Search devices"
        label="Search devices by name, serial number, product, channel, unit, group or note"
        value={search}
        onChange={setSearch}
        onDown={() => list.current?.querySelector<HTMLElement>('[role="option"][tabindex="0"]')?.focus()}
      />
      <div className="list-scroll" ref={list}>
        {found > 0 ? (
          <div className="list-groups">
            {placed.map(({ key, title, userGroup, count, top, isCollapsed: isClosed }) => (
              <GroupHead
                key={key}
                groupKey={key}
                title={title}
                userGroup={userGroup}
                count={count}
                top={top}
                isCollapsed={isClosed}
                isFixed={isFiltered || key === ''}
              />
            ))}
            <RowMenu
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> cannot hold live values
              role={rows.length > 0 ? 'listbox' : undefined}
              tabIndex={-1}
              {...onFocusChange}
              aria-label={rows.length > 0 ? 'Devices' : undefined}
              onKeyDown={(event) => {
                if (isFavoriteKey(event)) toggleFavorite(live, event.target);
                else onKeyDown(event);
              }}
            >
              {placed.map((group) => (
                <div
                  key={group.key}
                  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of options, not of form fields
                  role={group.isCollapsed ? 'presentation' : 'group'}
                  aria-label={group.isCollapsed ? undefined : group.title}
                  className="list-group"
                  style={{ height: group.height }}
                >
                  {group.rows.map(({ item, top, position }) => (
                    <DeviceRow
                      key={item.key}
                      deviceKey={item.key}
                      top={top}
                      position={position}
                      count={rows.length}
                      selected={item.key === selectedKey}
                      tabStop={item.key === tabStop}
                      compact={compact}
                      isNamesake={namesakes.has(item.key)}
                      onDrag={order.by === 'group' ? setDragged : undefined}
                    />
                  ))}
                </div>
              ))}
            </RowMenu>
          </div>
        ) : (
          <EmptyList search={text} onClear={() => setSearch('')} />
        )}
      </div>
      <SimulatedNote />
      <ProblemList />
    </section>
  );
}

function isFavoriteKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'f' && !ctrlKey && !metaKey && !altKey;
}

function toggleFavorite(live: Live, target: EventTarget): void {
  const row = (target as Element).closest<HTMLElement>('[data-entry]');
  const record = live.devices.get(row?.dataset['entry'] ?? '');
  if (record) changeDevice(live, record.device, { favorite: !record.device.favorite });
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
  const isFolded = useReadable(foldedProblems);
  if (problems.length === 0) return null;
  return (
    <section className="problems" aria-labelledby="problems-title">
      <h2 id="problems-title" className="problems-title">
        <button
          type="button"
          className="problems-toggle"
          aria-expanded={!isFolded}
          onClick={() => setFoldedProblems(!isFolded)}
        >
          <TriangleAlert aria-hidden size={14} />
          {plural(problems.length, 'problem')}
          <ChevronRight aria-hidden size={14} className="list-group-arrow" />
        </button>
      </h2>
      <ul hidden={isFolded}>
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
