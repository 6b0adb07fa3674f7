import type { EntryDefinition } from '../../components/config-editor/entry-definition.ts';
import { createGateway, removeGateway, retryGateway, setGatewayEnabled } from '../../data/gateways/requests.ts';
import { GATEWAYS_ROUTE, gatewayRoute, NEW_GATEWAY_ROUTE } from './routes.ts';

export const GATEWAYS: EntryDefinition<'gateway'> = {
  storeOf: ({ gateways }) => gateways,
  word: 'gateway',
  title: 'Gateways',
  none: 'No gateways',
  newTitle: 'New gateway',
  detailsTitle: 'Status and devices',
  removedText: 'Its devices are no longer shown.',
  deletedText: 'Mensura no longer reads it. The form shows the last saved settings with your edits.',
  routeOf: gatewayRoute,
  newRoute: NEW_GATEWAY_ROUTE,
  pageRoute: GATEWAYS_ROUTE,
  listRoute: GATEWAYS_ROUTE,
  enable: ({ id }, enabled) => setGatewayEnabled(id, enabled),
  connect: retryGateway,
  remove: removeGateway,
  // A gateway has no secrets, so its view is complete. The service assigns a new ID.
  restore: ({ config }) => createGateway(config),
};
