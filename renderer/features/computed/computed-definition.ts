import type { EntryDefinition } from '../../components/config-editor/entry-definition.ts';
import { createComputed, removeComputed } from '../../data/computed/requests.ts';
import { computedRoute, NEW_COMPUTED_ROUTE } from './routes.ts';

export const COMPUTED: EntryDefinition<'computed-channel'> = {
  storeOf: ({ computed }) => computed,
  word: 'computed channel',
  title: 'Devices',
  none: 'No computed channels',
  newTitle: 'New computed channel',
  detailsTitle: 'Device details',
  removedText: 'Its stored readings stay in the history.',
  deletedText:
    'The form shows the last saved settings with your edits. “Add computed channel again” saves them as a new one.',
  routeOf: computedRoute,
  newRoute: NEW_COMPUTED_ROUTE,
  pageRoute: '/devices',
  listRoute: '/devices',
  remove: removeComputed,
  // The restored one has a new ID.
  restore: ({ computed }) => createComputed(computed),
};
