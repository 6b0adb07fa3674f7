import { databaseFieldsSchema, databaseInputErrors } from '../contract/index.ts';
import { EntryStore } from '../secrets/entry-store.ts';
import type { SecretConfigStoreOptions } from '../secrets/secret-config-store.ts';
import { addressOf, DATABASE_ENTRIES } from './configs.ts';
import type { DatabaseConfig } from './types.ts';

/** The configured databases. */
export class DatabaseStore extends EntryStore<DatabaseConfig> {
  constructor(options: SecretConfigStoreOptions) {
    const file = { kind: DATABASE_ENTRIES, fields: databaseFieldsSchema, errorsOf: databaseInputErrors, addressOf };
    super(file, options);
  }
}
