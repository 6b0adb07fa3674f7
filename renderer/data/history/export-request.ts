import {
  type ChannelRef,
  type CsvOptions,
  channelPath,
  type ExportFormat,
  SPREADSHEET_ROWS,
} from '../../../service/contract/index.ts';
import { EXPORT_PATH } from './requests.ts';

export interface ExportChoice {
  channels: readonly ChannelRef[];
  /** Milliseconds since 1970; `to` exclusive. */
  from: number;
  to: number;
  format: ExportFormat;
  layout: 'moments' | 'readings';
  csv: CsvOptions;
  /** Several files that spreadsheets take, in a ZIP. CSV alone. */
  isSplit: boolean;
}

/**
 * The address of the file.
 * @param id to follow the export by: 1 to 64 letters, digits, - or _
 */
export function exportUrl(choice: ExportChoice, id: string): string {
  const query = queryOf(choice);
  query.set('id', id);
  return `${EXPORT_PATH}?${query}`;
}

/** The same for its first lines: no export of the user's, so the service neither logs nor lists it. */
export function previewUrl(choice: ExportChoice): string {
  const query = queryOf(choice);
  query.set('preview', 'true');
  return `${EXPORT_PATH}?${query}`;
}

function queryOf({ channels, from, to, format, layout, csv, isSplit }: ExportChoice): URLSearchParams {
  const query = new URLSearchParams(channels.map((channel) => ['channel', channelPath(channel)]));
  query.set('from', String(Math.floor(from)));
  query.set('to', String(Math.ceil(to)));
  query.set('format', format);
  query.set('layout', layout);
  if (format === 'csv') {
    query.set('separator', csv.separator);
    query.set('decimal_mark', csv.decimal_mark);
    query.set('time', csv.time);
    if (isSplit) query.set('split_rows', String(SPREADSHEET_ROWS));
  }
  return query;
}

/** A moment as a date and time field takes it, in local time: `2026-11-20T15:45:12`. Parts of seconds only where there are some. */
export function localFieldText(at: number): string {
  const date = new Date(at);
  const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');
  const day = `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  const time = `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
  const rest = date.getMilliseconds();
  return `${day}T${time}${rest === 0 ? '' : `.${pad(rest, 3)}`}`;
}

/** The moment of such a field; NaN for what is none. */
export function momentOfField(text: string): number {
  return new Date(text).getTime();
}
