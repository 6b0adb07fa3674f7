import type { Entities, EntityKind } from '../../../service/contract/index.ts';
import type { Live } from '../../data/live.ts';
import type { EntityStore } from '../../data/stream/entity-store.ts';

/** The words, routes and requests of one kind of entry. */
export interface EntryDefinition<Kind extends EntityKind, View = Entities[Kind]> {
  storeOf: (live: Live) => EntityStore<Kind>;
  /** "client", as in "Add client". */
  word: string;
  /** Of the list, of an empty list, and of a new entry: "MQTT clients", "No MQTT clients", "New client". */
  title: string;
  none: string;
  newTitle: string;
  detailsTitle: string;
  /** Effects of a deletion: by the user, and by another window or program. */
  removedText: string;
  deletedText: string;
  routeOf: (id: string) => string;
  newRoute: string;
  /** The page without a selected entry. */
  pageRoute: string;
  /** The list, which is a page of its own in a narrow window. */
  listRoute: string;
  /** An entry fills the page, without the list beside it; after a deletion the list is shown. */
  isFullPage?: true;
  /** Undefined if the entry cannot be disabled. */
  enable?: (view: View, enabled: boolean) => Promise<View>;
  /** Connects now, without waiting for the next attempt; undefined if the entry has no connection. */
  connect?: (id: string) => Promise<View>;
  remove: (id: string) => Promise<unknown>;
  /** Undoes a deletion. The restored entry may have a new identifier. */
  restore: (view: View, live: Live) => Promise<View>;
}
