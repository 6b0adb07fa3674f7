import type { Command } from 'commander';
import { define, does } from './define.ts';
import { choiceFlag, familyFlag, moment, wholeNumber, withCommonFlags } from './flags.ts';

/** Adds `mensura export` to the program. */
export function defineExport(program: Command): void {
  const command = withCommonFlags(define(program, 'export', '<target...>'))
    .addOption(familyFlag())
    .option('--from <time>', 'start time: -24h, 2026-11-20, 2026-11-20T14:45 (default: 1 hour before the end)', moment)
    .option('--to <time>', 'end time, exclusive (default: now)', moment)
    .addOption(choiceFlag('--format <format>', 'file format', ['csv', 'jsonl', 'parquet']).default('csv'))
    .addOption(choiceFlag('--layout <layout>', 'one row per sample set or per reading', ['moments', 'readings']))
    .addOption(choiceFlag('--separator <sign>', 'CSV field separator', ['comma', 'semicolon', 'tab']))
    .addOption(choiceFlag('--decimal-mark <sign>', 'CSV decimal mark', ['point', 'comma']))
    .addOption(choiceFlag('--time <form>', 'CSV time format', ['iso', 'local', 'serial', 'unix_ms']))
    .option('--split-rows <n>', 'split CSV into a ZIP of files with at most n rows', wholeNumber(1, 1_048_575))
    .option('-o, --output <file>', 'output file or folder; - for standard output', '-')
    .option('--force', 'overwrite an existing file');
  does(command, () => import('./commands/export.ts'));
}
