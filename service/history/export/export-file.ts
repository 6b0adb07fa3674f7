/** What the file of an export is called, and of what type it is. */
import type { ChannelRef, ExportFormat } from '../../contract/index.ts';

/** The characters of a name that every file system takes, and no shell takes for something else. */
const UNSAFE = /[^A-Za-z0-9-]+/g;

/** A serial number in a name, in characters at most. */
const MAX_SERIAL = 64;

export interface FileRequest {
  channels: readonly ChannelRef[];
  from: number;
  to: number;
  format: ExportFormat;
  splitRows: number | undefined;
}

/** 2026-11-20T14:45:12.318Z as 20261120T144512Z. */
function compactMoment(at: number): string {
  return `${new Date(at)
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(/[-:+]/g, '')}Z`;
}

/** The name without its ending: `mensura-E24638-20261120T000000Z-20261121T000000Z`. */
export function exportFileName({ channels, from, to }: FileRequest): string {
  const [first, ...others] = channels;
  const isOneDevice = others.every(({ family, serial }) => family === first?.family && serial === first.serial);
  const serial = isOneDevice ? first?.serial.replaceAll(UNSAFE, '_').slice(0, MAX_SERIAL) : undefined;
  return `mensura-${serial || 'channels'}-${compactMoment(from)}-${compactMoment(to)}`;
}

interface FileType {
  /** Of the name, without its dot. */
  ending: string;
  /** The media type. */
  contentType: string;
}

const TYPES: Readonly<Record<ExportFormat, FileType>> = {
  csv: { ending: 'csv', contentType: 'text/csv; charset=utf-8; header=present' },
  jsonl: { ending: 'jsonl', contentType: 'application/jsonl; charset=utf-8' },
  parquet: { ending: 'parquet', contentType: 'application/vnd.apache.parquet' },
};

const ZIP: FileType = { ending: 'zip', contentType: 'application/zip' };

export function typeOf({ format, splitRows }: FileRequest): FileType {
  return splitRows === undefined ? TYPES[format] : ZIP;
}
