/** The configured gateways: read once, changed one request at a time, written atomically. */
import { join } from 'node:path';
import * as z from 'zod';
import { MAX_GATEWAYS, remoteInputSchema, sensgateInputSchema } from '../../contract/index.ts';
import { JsonFile } from '../../support/json-file.ts';
import type { Logger } from '../../support/logger.ts';
import { persistChange } from '../../support/saved-change.ts';
import { GATEWAY_ID, GATEWAY_ID_WORDS, type GatewayConfigs, validateGateways } from './conflicts.ts';

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

type GatewayFile = z.infer<typeof fileSchema>;

export class GatewayStore {
  readonly #file: JsonFile<typeof fileSchema>;
  readonly #logger: Logger;

  constructor(dataDir: string, logger: Logger) {
    this.#file = new JsonFile(join(dataDir, 'gateways.json'), fileSchema, () => ({ version: 1, gateways: [] }));
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
   * @returns the gateways before and after the change
   * @throws the MensuraError that `make` throws; MensuraError `storage-failed`: then nothing has changed
   */
  async change(make: (configs: GatewayConfigs) => GatewayConfigs): Promise<Record<'before' | 'after', GatewayConfigs>> {
    let before = this.configs;
    let after = before;
    const apply = (file: GatewayFile): GatewayFile => {
      before = configsIn(file);
      after = make(before);
      return { version: 1, gateways: Array.from(after, ([entryId, config]) => ({ id: entryId, ...config })) };
    };
    await persistChange(this.#file, 'the gateways', apply, this.#logger);
    return { before, after };
  }
}

function configsIn({ gateways }: GatewayFile): GatewayConfigs {
  return new Map(gateways.map(({ id: entryId, ...config }) => [entryId, config]));
}
