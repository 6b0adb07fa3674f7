/** `mensura export` with its flags: those of the API, and where to. */
import type { Command } from 'commander';
import { define, does } from './define.ts';
import { choiceFlag, familyFlag, moment, wholeNumber, withCommonFlags } from './flags.ts';

/** Adds it to the program. */
export function defineExport(program: Command): void {
  const command = withCommonFlags(define(program, 'export', '<target...>'))
    .addOption(familyFlag())
    .option(
      '--from <time>',
      'the beginning: -24h, 2026-11-20, 2026-11-20T14:45 (default: an hour before the end)',
      moment,
    )
    .option('--to <time>', 'the end, exclusive (default: now)', moment)
    .addOption(choiceFlag('--format <format>', 'of the file', ['csv', 'jsonl', 'parquet']).default('csv'))
    .addOption(choiceFlag('--layout <layout>', 'a row for each moment or reading', ['moments', 'readings']))
    .addOption(choiceFlag('--separator <sign>', 'of CSV', ['comma', 'semicolon', 'tab']))
    .addOption(choiceFlag('--decimal-mark <sign>', 'of CSV', ['point', 'comma']))
    .addOption(choiceFlag('--time <form>', 'how CSV has moments', ['iso', 'local', 'serial', 'unix_ms']))
    .option('--split-rows <n>', 'a ZIP of CSV files with so many rows', wholeNumber(1, 1_048_575))
    .option('-o, --output <file>', 'a file, or a folder for one; - is standard output', '-')
    .option('--force', 'replace a file that is there');
  does(command, () => import('./commands/export.ts'));
}
