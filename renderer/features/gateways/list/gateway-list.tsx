import { EntryList } from '../../../components/config-editor/entry-list.tsx';
import { useLive, useReadable } from '../../../data/react.ts';
import { gatewayRoute, NEW_GATEWAY_ROUTE } from '../routes.ts';
import { GatewayRow } from './gateway-row.tsx';

export function GatewayList({ selected }: { selected: string }) {
  const gateways = useReadable(useLive().gateways.list);
  return (
    <EntryList
      title="Gateways"
      views={gateways}
      idOf={({ id }) => id}
      routeOf={gatewayRoute}
      selected={selected}
      add={{ route: NEW_GATEWAY_ROUTE, word: 'Add gateway' }}
      none="No gateways"
      row={GatewayRow}
    />
  );
}
