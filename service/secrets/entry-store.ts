/** The file of the entries of one kind: `databases.json`, `destinations.json`. */
import * as z from 'zod';
import { type Entry, type EntryKind, entryIdPattern, requireEntryLimit } from './entries.ts';
import { type SecretConfigFormat, SecretConfigStore, type SecretConfigStoreOptions } from './secret-config-store.ts';
import { NO_SECRETS } from './secrets.ts';
import type { SecretVault } from './vault.ts';

export interface EntryFileOptions<Config extends Entry> {
  kind: Pick<EntryKind<Config, never>, 'noun' | 'plural' | 'idPrefix' | 'max'>;
  /** The stored fields, with every default. */
  fields: z.ZodObject;
  /** What an entry must satisfy beyond its fields. */
  errorsOf(fields: Config['fields']): readonly { path: string; message: string }[];
  /** The receiver of secrets and how it is verified. */
  addressOf(config: Pick<Config, 'fields'>): string;
}

interface StoredEntry {
  id: string;
  /** Id of its record in the vault. */
  secret?: string | undefined;
  name: string;
}

type EntryFile = { version: 1 } & Record<string, unknown>;

/** Also validates a file edited by hand, by the rules for new entries. */
function fileSchema<Config extends Entry>({ kind, fields, errorsOf }: EntryFileOptions<Config>): z.ZodType<EntryFile> {
  const { plural, idPrefix, max } = kind;
  const id = z.string().regex(entryIdPattern(kind), { error: `must be ${idPrefix} and 8 hexadecimal digits` });
  const entry = z.strictObject({ id, ...fields.shape, secret: z.string().optional() });
  const file = z.strictObject({ version: z.literal(1), [plural]: z.array(entry).max(max) });
  return file.superRefine((value, context) => {
    const ids = new Set<string>();
    const names = new Set<string>();
    for (const [index, stored] of entriesIn(value, plural).entries()) {
      const { id: own, secret: _secret, ...others } = stored;
      const refuse = (path: string, message: string): void =>
        context.addIssue({ code: 'custom', path: [plural, index, path], message });
      if (ids.has(own)) refuse('id', 'is used twice');
      if (names.has(stored.name)) refuse('name', 'is used twice');
      ids.add(own);
      names.add(stored.name);
      for (const { path, message } of errorsOf(others as unknown as Config['fields'])) refuse(path, message);
    }
  }) as unknown as z.ZodType<EntryFile>;
}

/** The schema has checked them. */
function entriesIn(file: object, plural: string): readonly StoredEntry[] {
  return (file as Readonly<Record<string, readonly StoredEntry[]>>)[plural] ?? [];
}

/** A record for another address is not used: the file was edited. */
function storedSecrets(vault: Pick<SecretVault, 'read'>, id: string, address: string): Entry['secrets'] {
  const record = vault.read(id);
  return record?.address === address ? record.secrets : null;
}

function formatOf<Config extends Entry>(
  options: EntryFileOptions<Config>,
): SecretConfigFormat<Config, z.ZodType<EntryFile>> {
  const { kind, addressOf } = options;
  const { noun, plural } = kind;
  return {
    fileName: `${plural}.json`,
    schema: fileSchema(options),
    empty: () => ({ version: 1, [plural]: [] }),
    noun: `the ${plural}`,
    recordPrefix: `${noun}-`,
    read: (file, vault) =>
      entriesIn(file, plural).map(({ id, secret, ...rest }) => {
        const fields = rest as unknown as Config['fields'];
        const secrets = secret === undefined ? NO_SECRETS : storedSecrets(vault, secret, addressOf({ fields }));
        return { key: id, config: { id, fields, secrets } as Config, record: secret, isClear: false };
      }),
    write: (configs, records) => ({
      version: 1,
      [plural]: Array.from(configs.values(), ({ id, fields }) => {
        const secret = records.get(id);
        return secret === undefined ? { id, ...fields } : { id, ...fields, secret };
      }),
    }),
    addressOf,
    inOrder: (configs) => new Map(configs),
    requireLimit: (count) => requireEntryLimit(kind, count),
  };
}

export class EntryStore<Config extends Entry> extends SecretConfigStore<Config, z.ZodType<EntryFile>> {
  constructor(file: EntryFileOptions<Config>, options: SecretConfigStoreOptions) {
    super(formatOf(file), options);
  }
}
