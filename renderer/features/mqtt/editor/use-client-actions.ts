import { useMemo } from 'react';
import type { MqttClientView } from '../../../../service/contract/index.ts';
import {
  type EntryActions,
  type EntryCommands,
  useEntryActions,
} from '../../../components/config-editor/use-entry-actions.ts';
import { connectNow, removeClient, restoreClient, setEnabled } from '../../../data/mqtt/requests.ts';
import { useLive } from '../../../data/react.ts';
import { clientRoute, MQTT_ROUTE } from '../routes.ts';

export function useClientActions(client: MqttClientView): EntryActions {
  const { clients: store } = useLive();
  const commands = useMemo<EntryCommands<MqttClientView>>(
    () => ({
      store,
      idOf: ({ identifier }) => identifier,
      routeOf: clientRoute,
      listRoute: MQTT_ROUTE,
      removedText: 'It no longer publishes.',
      enable: setEnabled,
      connect: connectNow,
      remove: removeClient,
      restore: ({ identifier }) => restoreClient(identifier),
    }),
    [store],
  );
  return useEntryActions(commands, client, `the client “${client.name}”`);
}
