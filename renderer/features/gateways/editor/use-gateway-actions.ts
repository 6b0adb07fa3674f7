import { useMemo } from 'react';
import type { GatewayView } from '../../../../service/contract/index.ts';
import {
  type EntryActions,
  type EntryCommands,
  useEntryActions,
} from '../../../components/config-editor/use-entry-actions.ts';
import { createGateway, removeGateway, retryGateway, setGatewayEnabled } from '../../../data/gateways/requests.ts';
import { useLive } from '../../../data/react.ts';
import { GATEWAYS_ROUTE, gatewayRoute } from '../routes.ts';

export function useGatewayActions(gateway: GatewayView): EntryActions {
  const { gateways: store } = useLive();
  const commands = useMemo<EntryCommands<GatewayView>>(
    () => ({
      store,
      idOf: ({ id }) => id,
      routeOf: gatewayRoute,
      listRoute: GATEWAYS_ROUTE,
      removedText: 'Its devices are no longer shown.',
      enable: setGatewayEnabled,
      connect: retryGateway,
      remove: removeGateway,
      // A gateway has no secrets, so its view is complete. The service assigns a new ID.
      restore: ({ config }) => createGateway(config),
    }),
    [store],
  );
  return useEntryActions(commands, gateway, `the gateway “${gateway.config.name}”`);
}
