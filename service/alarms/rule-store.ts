/** The configured rules: read once, changed one request at a time, written atomically. */
import { join } from 'node:path';
import * as z from 'zod';
import { alarmRuleInputSchema, MAX_ALARM_RULES } from '../contract/index.ts';
import { JsonFile } from '../support/json-file.ts';
import type { Logger } from '../support/logger.ts';
import { persistChange } from '../support/saved-change.ts';
import { RULE_ID, RULE_ID_HELP, type Rules, validateRules } from './rules.ts';

const entrySchema = z.strictObject({
  id: z.string().regex(RULE_ID, { error: RULE_ID_HELP }),
  rule: alarmRuleInputSchema,
});

/** Also validates a file edited by hand, by the rules for new entries. */
const fileSchema = z
  .strictObject({ version: z.literal(1), rules: z.array(entrySchema).max(MAX_ALARM_RULES) })
  .superRefine((file, context) => {
    for (const { path, message } of validateRules(file.rules)) {
      context.addIssue({ code: 'custom', path: ['rules', ...path.split('.')], message });
    }
  });

export interface AlarmStoreOptions {
  dataDir: string;
  logger: Logger;
}

export class AlarmRuleStore {
  readonly #file: JsonFile<typeof fileSchema>;
  readonly #logger: Logger;

  constructor({ dataDir, logger }: AlarmStoreOptions) {
    this.#file = new JsonFile(join(dataDir, 'alarms.json'), fileSchema, () => ({ version: 1, rules: [] }));
    this.#logger = logger;
  }

  /** In the order in which they were added. */
  get rules(): Rules {
    return rulesIn(this.#file.value);
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
   * Changes the rules once the file is written.
   * @throws the MensuraError that `make` throws; MensuraError `storage-failed`: then nothing has changed
   */
  change(make: (rules: Rules) => Rules): Promise<void> {
    return persistChange(
      this.#file,
      'the alarm rules',
      (file) => ({ version: 1 as const, rules: Array.from(make(rulesIn(file)), ([id, rule]) => ({ id, rule })) }),
      this.#logger,
    );
  }
}

function rulesIn({ rules }: z.infer<typeof fileSchema>): Rules {
  return new Map(rules.map(({ id, rule }) => [id, rule]));
}
