import {
  type ChannelRef,
  type CsvOptions,
  channelPath,
  EXPORT_FORMATS,
  type ExportFormat,
  type IntervalValue,
  SPREADSHEET_ROWS,
} from '../../../service/contract/index.ts';
import { parseNumberInput } from '../format/numbers.ts';
import { EXPORT_PATH } from './requests.ts';

export interface ExportChoice {
  channels: readonly ChannelRef[];
  /** Milliseconds since 1970; `to` exclusive. */
  from: number;
  to: number;
  format: ExportFormat;
  layout: 'moments' | 'readings';
  /** Seconds, as typed: see `intervalOf`. */
  interval: string;
  /** Of each interval. */
  values: readonly IntervalValue[];
  csv: CsvOptions;
  /** Several files in a ZIP, for spreadsheets. CSV only. */
  isSplit: boolean;
}

/** The interval of rows in seconds; 0: every reading. NaN for anything but a number. */
export function intervalOf({ interval }: Pick<ExportChoice, 'interval'>): number {
  return parseNumberInput(interval, 's');
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

function queryOf(choice: ExportChoice): URLSearchParams {
  const { channels, from, to, format, layout, values, csv, isSplit } = choice;
  const interval = intervalOf(choice);
  const query = new URLSearchParams(channels.map((channel) => ['channel', channelPath(channel)]));
  query.set('from', String(Math.floor(from)));
  query.set('to', String(Math.ceil(to)));
  query.set('format', format);
  query.set('layout', layout);
  if (interval > 0) {
    query.set('interval_s', String(interval));
    query.set('values', values.join(','));
  }
  const { isCsv, hasDecimals } = EXPORT_FORMATS[format];
  if (hasDecimals) query.set('decimals', csv.decimals);
  if (isCsv) {
    for (const [name, value] of Object.entries(csv)) query.set(name, value);
    if (isSplit) query.set('split_rows', String(SPREADSHEET_ROWS));
  }
  return query;
}

/** NaN for an invalid value. */
export function parseTimeField(text: string): number {
  return new Date(text).getTime();
}
