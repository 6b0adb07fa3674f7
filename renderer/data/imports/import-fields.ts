/** How the user wants a file to be read. */
import type { ImportColumn, ImportJob, ImportOptions } from '../../../service/contract/index.ts';

export interface ImportFields {
  /** IANA name; empty: that of the heading or of the service's computer. */
  readonly timeZone: string;
  readonly dateOrder: '' | 'dmy' | 'mdy';
  /** `family/serial`; empty: as in the name of the file. */
  readonly device: string;
  /** Channel paths by column; empty: not imported. */
  readonly channels: ReadonlyMap<number, string>;
}

export function fieldsOf({ options, columns }: ImportJob): ImportFields {
  const chosen = new Map(options?.columns.map(({ column, channel }) => [column, channel ?? '']));
  const numbered = columns.flatMap(({ column, channel }) => (column === null ? [] : [{ column, channel }]));
  return {
    timeZone: options?.time_zone ?? '',
    dateOrder: options?.date_order ?? '',
    device: options?.device ?? '',
    channels: new Map(numbered.map(({ column, channel }) => [column, chosen.get(column) ?? channel ?? ''])),
  };
}

/** Recognized columns that were not edited stay as they are; so do units. */
export function optionsOf(job: ImportJob, fields: ImportFields): ImportOptions {
  const before = fieldsOf(job).channels;
  const kept = new Map(job.options?.columns.map((choice) => [choice.column, choice]));
  for (const [column, text] of fields.channels) {
    const channel = text.trim();
    if (channel !== before.get(column)) kept.set(column, { ...kept.get(column), column, channel: channel || null });
  }
  const [timeZone, device] = [fields.timeZone.trim(), fields.device.trim()];
  return {
    ...(timeZone !== '' && { time_zone: timeZone }),
    ...(fields.dateOrder !== '' && { date_order: fields.dateOrder }),
    ...(device !== '' && { device }),
    columns: [...kept.values()],
  };
}

/** Whether the preview is another one than these fields ask for. */
export function isEdited(job: ImportJob, fields: ImportFields): boolean {
  const known: ImportOptions = { columns: [], ...job.options };
  const wanted = optionsOf(job, fields);
  return (
    wanted.time_zone !== known.time_zone ||
    wanted.date_order !== known.date_order ||
    wanted.device !== known.device ||
    JSON.stringify(wanted.columns) !== JSON.stringify(known.columns)
  );
}

export interface ShownFields {
  readonly timeZone: boolean;
  readonly dateOrder: boolean;
  readonly device: boolean;
}

/** Fields that matter for the file: what it says itself need not be set. */
export function shownFields({ state, format, options, columns }: ImportJob): ShownFields {
  const isUnreadable = state === 'unreadable';
  const isUnclear = format?.kind === 'mensura' && columns.some(({ problem }) => problem !== null);
  return {
    timeZone: isUnreadable || (format !== null && format.time_zone !== null) || options?.time_zone !== undefined,
    dateOrder: isUnreadable || format?.kind === 'general' || options?.date_order !== undefined,
    device: isUnclear || options?.device !== undefined,
  };
}

/** Whether the channel of a column can be set: it has none, or is not recognized by its heading. */
export function isChoice({ format, options }: ImportJob, { column, channel }: ImportColumn): boolean {
  if (column === null) return false;
  const isChosen = options?.columns.some((choice) => choice.column === column) ?? false;
  return channel === null || isChosen || format?.kind === 'general';
}
