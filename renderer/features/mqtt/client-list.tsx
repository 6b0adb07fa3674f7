import { Menu } from '@base-ui/react/menu';
import { Download, Ellipsis, Upload } from 'lucide-react';
import { memo } from 'react';
import type { MqttClientView } from '../../../service/contract/index.ts';
import { EntryList, type ListedProps } from '../../components/config-editor/entry-list.tsx';
import { EntryRow, StateBadge } from '../../components/config-editor/entry-row.tsx';
import { isCountingDown } from '../../data/config-items/labels.ts';
import { hostAddress } from '../../data/format/host-address.ts';
import { formatCount } from '../../data/format/numbers.ts';
import { clientBadge, clientHealth, protocolWords } from '../../data/mqtt/labels.ts';
import { EXPORT_PATH } from '../../data/mqtt/requests.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { CLIENTS } from './clients.ts';

const ClientRow = memo(function ClientRow({ view, ...listed }: ListedProps<MqttClientView>) {
  const { name, advanced, status } = view;
  const address = hostAddress(view);
  return (
    <EntryRow
      name={name}
      badge={<StateBadge badgeAt={(now) => clientBadge(view, now)} isCounting={isCountingDown(clientHealth(view))} />}
      {...listed}
      facts={
        <>
          <span className="ellipsis" title={address}>
            {address}
          </span>
          <span>&nbsp;· {protocolWords(view)}</span>
        </>
      }
      error={advanced.enabled && status.error ? { text: status.error.text, isBad: status.state === 'failed' } : null}
      figures={<Counts client={view} />}
    />
  );
});

function Counts({ client: { status } }: { client: MqttClientView }) {
  const isBehind = status.queued > 0 && status.state !== 'online';
  return (
    <>
      <span>{formatCount(status.published)} published</span>
      <span className={isBehind ? 'entry-row-behind' : undefined}>{formatCount(status.queued)} in outbox</span>
      {status.dropped > 0 && <span className="entry-row-behind">{formatCount(status.dropped)} discarded</span>}
    </>
  );
}

export interface ClientListProps {
  /** Identifier; empty for none. */
  selected: string;
  onImport: () => void;
}

export function ClientList({ selected, onImport }: ClientListProps) {
  const clients = useReadable(useLive().clients.list);
  return (
    <EntryList
      entries={CLIENTS}
      selected={selected}
      actions={<FileMenu canExport={clients.length > 0} onImport={onImport} />}
      row={ClientRow}
    />
  );
}

function FileMenu({ canExport, onImport }: { canExport: boolean; onImport: () => void }) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="icon-button" aria-label="Import and export" title="Import and export">
        <Ellipsis aria-hidden size={17} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="bottom" align="end" sideOffset={6} className="floating">
          <Menu.Popup className="popup menu file-menu">
            <Menu.Item className="menu-item" onClick={onImport}>
              <Upload aria-hidden size={15} />
              <span>
                Import…
                <span className="menu-note">File from Mensura or the vendor’s service</span>
              </span>
            </Menu.Item>
            {canExport && (
              <Menu.LinkItem className="menu-item" href={EXPORT_PATH} download="mensura-mqtt-clients.json" closeOnClick>
                <Download aria-hidden size={15} />
                <span>
                  Export all
                  <span className="menu-note">Without passwords, certificates and keys</span>
                </span>
              </Menu.LinkItem>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
