import { type ImportColumn, type ImportJob, LISTED_IMPORT_LINES } from '../../../service/contract/index.ts';
import { formatCount, plural } from '../format/numbers.ts';

/** Readings that the import adds or added. */
export function newReadings({ columns }: Pick<ImportJob, 'columns'>): number {
  return columns.reduce((sum, column) => sum + column.new, 0);
}

/** `°F → °C` if values are converted. */
export function unitText({ unit, target_unit: target, channel }: ImportColumn): string {
  return channel === null || unit === target ? unit : `${unit} → ${target}`;
}

/** One sentence about the preview of a file. */
export function previewSentence(job: ImportJob): string {
  const added = newReadings(job);
  const channels = job.columns.filter((column) => column.new > 0).length;
  if (added > 0) return `${plural(added, 'new reading')} in ${plural(channels, 'channel')}.`;
  if (job.columns.some(({ stored }) => stored > 0)) return 'No new readings: all are stored already.';
  return 'No new readings.';
}

/** Title of the unreadable lines. */
export function unreadableTitle(count: number): string {
  const title =
    count === 1 ? '1 line cannot be read and is skipped' : `${formatCount(count)} lines cannot be read and are skipped`;
  return count > LISTED_IMPORT_LINES ? `${title}; the first ${LISTED_IMPORT_LINES}` : title;
}
