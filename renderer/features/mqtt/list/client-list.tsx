import { EntryList } from '../../../components/config-editor/entry-list.tsx';
import { useLive, useReadable } from '../../../data/react.ts';
import { clientRoute, NEW_ROUTE } from '../routes.ts';
import { ClientRow } from './client-row.tsx';
import { FileMenu } from './file-menu.tsx';

export interface ClientListProps {
  /** Identifier; empty for none. */
  selected: string;
  onImport: () => void;
}

export function ClientList({ selected, onImport }: ClientListProps) {
  const clients = useReadable(useLive().clients.list);
  return (
    <EntryList
      title="MQTT clients"
      views={clients}
      idOf={({ identifier }) => identifier}
      routeOf={clientRoute}
      selected={selected}
      add={{ route: NEW_ROUTE, word: 'Add client' }}
      actions={<FileMenu canExport={clients.length > 0} onImport={onImport} />}
      none="No MQTT clients"
      row={ClientRow}
    />
  );
}
