import type { Command } from 'commander';
import { addCommand, runsModule } from './add-command.ts';
import { choiceOption, familyFlag, integerOption, timestampOption, withCommonFlags } from './flags.ts';

/** Adds `mensura export` to the program. */
export function defineExport(program: Command): void {
  const command = withCommonFlags(addCommand(program, 'export', '<target...>'))
    .addOption(familyFlag())
    .option(
      '--from <time>',
      'start time: -24h, 2026-11-20, 2026-11-20T14:45 (default: 1 hour before the end)',
      timestampOption,
    )
    .option('--to <time>', 'end time, exclusive (default: now)', timestampOption)
    .addOption(choiceOption('--format <format>', 'file format', ['csv', 'jsonl', 'parquet']).default('csv'))
    .addOption(choiceOption('--layout <layout>', 'one row per sample set or per reading', ['moments', 'readings']))
    .addOption(choiceOption('--separator <sign>', 'CSV field separator', ['comma', 'semicolon', 'tab']))
    .addOption(choiceOption('--decimal-mark <sign>', 'CSV decimal mark', ['point', 'comma']))
    .addOption(choiceOption('--time <form>', 'CSV time format', ['iso', 'local', 'serial', 'unix_ms']))
    .option('--split-rows <n>', 'split CSV into a ZIP of files with at most n rows', integerOption(1, 1_048_575))
    .option('-o, --output <file>', 'output file or folder; - for standard output', '-')
    .option('--force', 'overwrite an existing file');
  runsModule(command, () => import('./commands/export.ts'));
}
