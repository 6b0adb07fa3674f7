/** The configured databases: `databases.json`. */
import * as z from 'zod';
import { databaseFieldsSchema, databaseInputErrors, MAX_DATABASES } from '../contract/index.ts';
import { entryIdPattern, requireEntryLimit } from '../secrets/entries.ts';
import {
  type SecretConfigFormat,
  SecretConfigStore,
  type SecretConfigStoreOptions,
} from '../secrets/secret-config-store.ts';
import { NO_SECRETS } from '../secrets/secrets.ts';
import type { SecretVault } from '../secrets/vault.ts';
import { addressOf, DATABASE_ENTRIES } from './configs.ts';
import type { DatabaseConfig } from './types.ts';

export const DATABASES_FILE = 'databases.json';

const entrySchema = z.strictObject({
  id: z.string().regex(entryIdPattern(DATABASE_ENTRIES), { error: 'must be b and 8 hexadecimal digits' }),
  ...databaseFieldsSchema.shape,
  /** Id of its record in the vault. */
  secret: z.string().optional(),
});

/** Also validates a file edited by hand, by the rules for new entries. */
const fileSchema = z
  .strictObject({ version: z.literal(1), databases: z.array(entrySchema).max(MAX_DATABASES) })
  .superRefine(({ databases }, context) => {
    const ids = new Set<string>();
    const names = new Set<string>();
    for (const [index, { id, secret: _secret, ...fields }] of databases.entries()) {
      const refuse = (path: string, message: string): void =>
        context.addIssue({ code: 'custom', path: ['databases', index, path], message });
      if (ids.has(id)) refuse('id', 'is used twice');
      if (names.has(fields.name)) refuse('name', 'is used twice');
      ids.add(id);
      names.add(fields.name);
      for (const { path, message } of databaseInputErrors(fields)) refuse(path, message);
    }
  });

/** A record for another address is not used: the file was edited. */
function storedSecrets(vault: Pick<SecretVault, 'read'>, id: string, address: string): DatabaseConfig['secrets'] {
  const record = vault.read(id);
  return record?.address === address ? record.secrets : null;
}

export const DATABASE_FORMAT: SecretConfigFormat<DatabaseConfig, typeof fileSchema> = {
  fileName: DATABASES_FILE,
  schema: fileSchema,
  empty: () => ({ version: 1, databases: [] }),
  noun: 'the databases',
  recordPrefix: 'database-',
  read: ({ databases }, vault) =>
    databases.map(({ id, secret, ...fields }) => {
      const secrets = secret === undefined ? NO_SECRETS : storedSecrets(vault, secret, addressOf({ fields }));
      return { key: id, config: { id, fields, secrets }, record: secret, isClear: false };
    }),
  write: (configs, records) => ({
    version: 1,
    databases: Array.from(configs.values(), ({ id, fields }) => {
      const secret = records.get(id);
      return secret === undefined ? { id, ...fields } : { id, ...fields, secret };
    }),
  }),
  addressOf,
  inOrder: (configs) => new Map(configs),
  requireLimit: (count) => requireEntryLimit(DATABASE_ENTRIES, count),
};

export class DatabaseStore extends SecretConfigStore<DatabaseConfig, typeof fileSchema> {
  constructor(options: SecretConfigStoreOptions) {
    super(DATABASE_FORMAT, options);
  }
}
