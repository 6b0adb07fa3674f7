import { destinationFieldsSchema, destinationInputErrors } from '../contract/index.ts';
import { EntryStore } from '../secrets/entry-store.ts';
import type { SecretConfigStoreOptions } from '../secrets/secret-config-store.ts';
import { addressOf, DESTINATION_ENTRIES } from './configs.ts';
import type { DestinationConfig } from './types.ts';

/** The configured destinations. */
export class DestinationStore extends EntryStore<DestinationConfig> {
  constructor(options: SecretConfigStoreOptions) {
    const kind = DESTINATION_ENTRIES;
    super({ kind, fields: destinationFieldsSchema, errorsOf: destinationInputErrors, addressOf }, options);
  }
}
