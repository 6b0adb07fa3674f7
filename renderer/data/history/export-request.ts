import {
  type ChannelRef,
  type CsvOptions,
  channelPath,
  EXPORT_FORMATS,
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
  /** Several files in a ZIP, for spreadsheets. CSV only. */
  isSplit: boolean;
}

/** @param id identifies the export: 1 to 64 letters, digits, - or _ */
export function exportUrl(choice: ExportChoice, id: string): string {
  const query = queryOf(choice);
  query.set('id', id);
  return `${EXPORT_PATH}?${query}`;
}

/** For the preview: the service neither logs nor lists it. */
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
  if (EXPORT_FORMATS[format].isCsv) {
    for (const [name, value] of Object.entries(csv)) query.set(name, value);
    if (isSplit) query.set('split_rows', String(SPREADSHEET_ROWS));
  }
  return query;
}

/** NaN for an invalid value. */
export function parseTimeField(text: string): number {
  return new Date(text).getTime();
}
