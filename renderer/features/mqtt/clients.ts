import type { MqttClients } from '../../../service/contract/index.ts';
import type { EntryDefinition } from '../../components/config-editor/entry-definition.ts';
import { connectNow, removeClient, restoreClient, setEnabled } from '../../data/mqtt/requests.ts';
import { clientRoute, MQTT_ROUTE, NEW_ROUTE } from './routes.ts';

export const CLIENTS: EntryDefinition<'mqtt-client'> = {
  storeOf: ({ clients }) => clients,
  word: 'client',
  title: 'MQTT clients',
  none: 'No MQTT clients',
  newTitle: 'New client',
  detailsTitle: 'Topics and statistics',
  removedText: 'It no longer publishes.',
  deletedText: 'It no longer publishes. The form shows the last saved settings with your edits.',
  routeOf: clientRoute,
  newRoute: NEW_ROUTE,
  pageRoute: MQTT_ROUTE,
  listRoute: MQTT_ROUTE,
  enable: ({ identifier }, enabled) => setEnabled(identifier, enabled),
  connect: connectNow,
  remove: removeClient,
  restore: ({ identifier }) => restoreClient(identifier),
};

/** What the list of clients says beside them. */
export type MqttFacts = Pick<MqttClients, 'secret_storage' | 'simulated_published'>;
