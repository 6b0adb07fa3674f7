/** The list of MQTT clients. */
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { rawRoute } from '../../../app/guarded-location.ts';
import { indexAfterKey } from '../../../components/list-keys.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { clientRoute, NEW_ROUTE } from '../routes.ts';
import { ClientRow } from './client-row.tsx';
import { FileMenu } from './file-menu.tsx';

export interface ClientListProps {
  /** The identifier of the client that is shown; empty for none. */
  selected: string;
  onImport: () => void;
}

export function ClientList({ selected, onImport }: ClientListProps) {
  const live = useLive();
  const clients = useReadable(live.clients.list);
  const { state } = useReadable(live.connection);
  return (
    <section className="list-pane client-list" aria-label="MQTT clients">
      <div className="list-head">
        <h1>MQTT clients</h1>
        <div className="client-list-actions">
          <FileMenu canExport={clients.length > 0} onImport={onImport} />
          <Link href={NEW_ROUTE} className="button primary">
            Add client
          </Link>
        </div>
      </div>
      <div className="list-scroll">
        {clients.length > 0 ? (
          <Rows selected={selected} />
        ) : (
          <p className="list-empty">{state === 'live' ? 'There is no client yet.' : 'Not known yet.'}</p>
        )}
      </div>
    </section>
  );
}

function Rows({ selected }: { selected: string }) {
  const clients = useReadable(useLive().clients.list);
  const [, navigate] = useLocation();
  const list = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  const selectedIndex = clients.findIndex(({ identifier }) => identifier === selected);
  // One row can be reached by Tab: the selected one, else the first.
  const tabStop = clients[Math.max(0, selectedIndex)]?.identifier;

  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>(`[data-client="${CSS.escape(selected)}"]`);
    row?.scrollIntoView({ block: 'nearest' });
    if (moved.current) row?.focus();
    moved.current = false;
  }, [selected]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const index = indexAfterKey(event.key, selectedIndex, clients.length);
    const client = index === undefined ? undefined : clients[index];
    if (!client) return;
    event.preventDefault();
    if (client.identifier === selected) return;
    const route = clientRoute(client.identifier);
    navigate(route, { replace: true });
    // What is not saved may have held it.
    moved.current = rawRoute.get() === route;
  };

  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> cannot hold live values
    <div role="listbox" tabIndex={-1} aria-label="MQTT clients" ref={list} onKeyDown={onKeyDown}>
      {clients.map((client) => (
        <ClientRow
          key={client.identifier}
          client={client}
          selected={client.identifier === selected}
          tabStop={client.identifier === tabStop}
        />
      ))}
    </div>
  );
}
