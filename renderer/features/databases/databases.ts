import type { Databases } from '../../../service/contract/index.ts';
import type { EntryDefinition } from '../../components/config-editor/entry-definition.ts';
import { removeDatabase, restoreDatabase, retryDatabase, setDatabaseEnabled } from '../../data/databases/requests.ts';
import { DATABASES_ROUTE, databaseRoute, NEW_DATABASE_ROUTE } from './routes.ts';

/** What the forms need of the response that lists the databases. */
export type DatabaseFacts = Pick<Databases, 'secret_storage' | 'simulated_written'>;

export const DATABASES: EntryDefinition<'database'> = {
  storeOf: ({ databases }) => databases,
  word: 'database',
  title: 'Databases',
  none: 'No databases',
  newTitle: 'New database',
  detailsTitle: 'Status and backfill',
  removedText: 'Readings are no longer written to it. Those that were written stay on the server.',
  deletedText: 'Readings are no longer written to it. The form shows the last saved settings with your edits.',
  routeOf: databaseRoute,
  newRoute: NEW_DATABASE_ROUTE,
  pageRoute: DATABASES_ROUTE,
  listRoute: DATABASES_ROUTE,
  enable: ({ id }, enabled) => setDatabaseEnabled(id, enabled),
  connect: retryDatabase,
  remove: removeDatabase,
  restore: ({ id }) => restoreDatabase(id),
};
