import type { Destinations } from '../../../service/contract/index.ts';
import type { EntryDefinition } from '../../components/config-editor/entry-definition.ts';
import {
  removeDestination,
  restoreDestination,
  sendDestinationNow,
  setDestinationEnabled,
} from '../../data/destinations/requests.ts';
import { destinationRoute, NEW_DESTINATION_ROUTE, NOTIFICATIONS_ROUTE } from './routes.ts';

/** What the forms need of the response that lists the destinations. */
export type DestinationFacts = Pick<Destinations, 'secret_storage'>;

export const DESTINATIONS: EntryDefinition<'destination'> = {
  storeOf: ({ destinations }) => destinations,
  word: 'destination',
  title: 'Destinations',
  none: 'No destinations',
  newTitle: 'New destination',
  detailsTitle: 'Status',
  removedText: 'Notifications are no longer sent to it.',
  deletedText: 'Notifications are no longer sent to it. The form shows the last saved settings with your edits.',
  routeOf: destinationRoute,
  newRoute: NEW_DESTINATION_ROUTE,
  pageRoute: NOTIFICATIONS_ROUTE,
  listRoute: NOTIFICATIONS_ROUTE,
  enable: ({ id }, enabled) => setDestinationEnabled(id, enabled),
  connect: sendDestinationNow,
  remove: removeDestination,
  restore: ({ id }) => restoreDestination(id),
};
