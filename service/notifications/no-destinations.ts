/** Serves the routes of destinations without any, until the manager of destinations takes its place. */
import type { DestinationAdministration } from '../http/options.ts';
import { MensuraError } from '../support/errors.ts';

function none(): never {
  throw new MensuraError('not-found', 'No such destination.');
}

export const NO_DESTINATIONS: DestinationAdministration = {
  list: () => ({ destinations: [], secret_storage: 'file' }),
  get: none,
  create: none,
  update: none,
  setEnabled: none,
  remove: none,
  restore: none,
  sendNow: none,
  test: none,
  events: { on: () => () => {} },
};
