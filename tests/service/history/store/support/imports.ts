import { randomUUID } from 'node:crypto';
import type { ImportColumn, ImportSummary } from '../../../../../service/contract/index.ts';
import type { ImportedColumn, ImportStep } from '../../../../../service/history/import/types.ts';
import type { TestArchive } from './archives.ts';
import { declaredChannel, type Row } from './batches.ts';

export const SUMMARY: ImportSummary = { file: 'log.csv', created: '2026-11-20T14:45:12.318Z', columns: [] };

/** A column of the summary. */
export function importColumn(about: Partial<ImportColumn>): ImportColumn {
  const figures = { readings: 0, first: null, last: null, new: 0, stored: 0, covered: 0, expired: 0 };
  const heading = { column: 2, heading: 'Temperature', channel: null, unit: '°C', target_unit: '°C', problem: null };
  return { ...heading, ...figures, ...about };
}

/** A column of readings, in order of time; gaps belong after those in `ends`. */
export function columnOf(rows: readonly Row[], ends: ReadonlySet<number> = new Set(), reach = 2000): ImportedColumn {
  return {
    at: Float64Array.from(rows, ({ at }) => at),
    value: Float64Array.from(rows, ({ value }) => value),
    reach: Float64Array.from(rows, ({ at }) => (ends.has(at) ? reach : 0)),
  };
}

export function restOf({ at, value, reach }: ImportedColumn, start: number): ImportedColumn {
  return { at: at.slice(start), value: value.slice(start), reach: reach.slice(start) };
}

/** Adds a column step by step. @param steps at most so many @returns the sums of the steps */
export function addColumn(
  file: TestArchive,
  id: string,
  slot: number,
  column: ImportedColumn,
  steps = Number.POSITIVE_INFINITY,
): ImportStep {
  const { slot: _slot, ...target } = declaredChannel(slot);
  const sums = { consumed: 0, added: 0, stored: 0, covered: 0 };
  for (let step = 0; step < steps && sums.consumed < column.at.length; step += 1) {
    const found = file.archive.imports.add(id, target, restOf(column, sums.consumed));
    for (const name of ['consumed', 'added', 'stored', 'covered'] as const) sums[name] += found[name];
  }
  return sums;
}

export function beginImport(file: TestArchive): string {
  const id = randomUUID();
  file.archive.imports.begin(id, SUMMARY);
  return id;
}

/** @returns the readings that could not be removed */
export function undoImport(file: TestArchive, id: string): number {
  const { imports } = file.archive;
  let stuck = 0;
  for (const { part } of imports.parts(id)) stuck += imports.stuck(part);
  for (const { part } of imports.parts(id)) imports.removePart(part);
  imports.forget(id);
  return stuck;
}
