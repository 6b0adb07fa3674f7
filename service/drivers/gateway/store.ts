/** The configured gateways: read once, changed one request at a time, written atomically. */
import { join } from 'node:path';
import * as z from 'zod';
import { MAX_GATEWAYS, remoteInputSchema, sensgateInputSchema } from '../../contract/index.ts';
import { JsonFile } from '../../support/json-file.ts';
import type { Logger } from '../../support/logger.ts';
import { persistChange } from '../../support/saved-change.ts';
import { GATEWAY_ID, GATEWAY_ID_WORDS, type GatewayConfigs, validateGateways } from './conflicts.ts';

const GATEWAYS_FILE = 'gateways.json';

const id = z.string().regex(GATEWAY_ID, { error: GATEWAY_ID_WORDS });

const entrySchema = z.discriminatedUnion('kind', [
  z.strictObject({ id, ...sensgateInputSchema.shape }),
  z.strictObject({ id, ...remoteInputSchema.shape }),
]);

/** Also validates a file edited by hand, by the rules for new entries. */
const fileSchema = z
  .strictObject({ version: z.literal(1), gateways: z.array(entrySchema).max(MAX_GATEWAYS) })
  .superRefine(({ gateways }, context) => {
    const entries = gateways.map(({ id: entryId, ...config }) => ({ id: entryId, config }));
    for (const { index, path, message } of validateGateways(entries)) {
      context.addIssue({ code: 'custom', path: ['gateways', index, path], message });
    }
  });

export interface GatewayStoreOptions {
  dataDir: string;
  logger: Logger;
}

export class GatewayStore {
  readonly #file: JsonFile<typeof fileSchema>;
  readonly #logger: Logger;

  constructor({ dataDir, logger }: GatewayStoreOptions) {
    this.#file = new JsonFile(join(dataDir, GATEWAYS_FILE), fileSchema, () => ({ version: 1, gateways: [] }));
    this.#logger = logger;
  }

  /** In the order in which they were added. */
  get configs(): GatewayConfigs {
    return configsIn(this.#file.value);
  }

  /**
   * Reads the file.
   * @returns what was wrong with it, if anything
   * @throws MensuraError `data-folder-unusable`
   */
  start(): Promise<string | undefined> {
    return this.#file.read();
  }

  /**
   * Changes the gateways once the file is written. Changes run in order, each on the result of the previous one.
   * @throws the MensuraError that `make` throws; MensuraError `storage-failed`: then nothing has changed
   */
  change(make: (configs: GatewayConfigs) => GatewayConfigs): Promise<void> {
    return persistChange(
      this.#file,
      'the gateways',
      (file) => {
        const gateways = Array.from(make(configsIn(file)), ([entryId, config]) => ({ id: entryId, ...config }));
        return { version: 1 as const, gateways };
      },
      this.#logger,
    );
  }
}

function configsIn({ gateways }: z.infer<typeof fileSchema>): GatewayConfigs {
  return new Map(gateways.map(({ id: entryId, ...config }) => [entryId, config]));
}
