/** The alarm history as a file, which is read page by page while it is sent. */
import { Readable } from 'node:stream';
import { type Alarm, type AlarmLogQuery, EXPORT_FORMATS } from '../../contract/index.ts';
import { canonicalJson } from '../../support/canonical-json.ts';
import { BYTE_ORDER_MARK, LINE_END, textCell } from '../../support/csv.ts';
import { errorText } from '../../support/errors.ts';
import type { HttpOptions } from '../options.ts';
import type { Attachment } from './attachment.ts';

/** Alarms read at once, some 500 KB. */
const PAGE = 1000;

export const ALARM_FILE_FORMATS = ['csv', 'jsonl'] as const;
export type AlarmFileFormat = (typeof ALARM_FILE_FORMATS)[number];

/** The fields of an alarm, in the order of the columns. */
const COLUMNS = [
  'since',
  'ended',
  'severity',
  'family',
  'serial',
  'channel',
  'kind',
  'limit',
  'magnitude',
  'peak',
  'unit',
  'count',
  'flapping',
  'acknowledged',
  'acknowledged_by',
  'acknowledgment_comment',
  'message',
  'rule',
  'id',
] as const satisfies readonly (keyof Alarm)[];

const SEPARATOR = ',';

/** Only texts may be read as formulas: -3.5 is a number. */
function cell(value: Alarm[keyof Alarm]): string {
  if (value === null) return '';
  return typeof value === 'string' ? textCell(value, SEPARATOR) : String(value);
}

const FORMATS: Readonly<Record<AlarmFileFormat, { heading: string; line: (alarm: Alarm) => string }>> = {
  csv: {
    heading: BYTE_ORDER_MARK + COLUMNS.join(SEPARATOR) + LINE_END,
    line: (alarm) => COLUMNS.map((name) => cell(alarm[name])).join(SEPARATOR) + LINE_END,
  },
  jsonl: { heading: '', line: (alarm) => `${canonicalJson(alarm)}\n` },
};

/**
 * Resolves when the first page was read. Destroying the stream ends the reading.
 * @throws MensuraError `storage-failed`
 */
export async function alarmLogFile(
  { alarms, clock, logger }: Pick<HttpOptions, 'alarms' | 'clock' | 'logger'>,
  query: Omit<AlarmLogQuery, 'limit'>,
  format: AlarmFileFormat,
): Promise<Attachment> {
  const { heading, line } = FORMATS[format];
  const { extension, contentType } = EXPORT_FORMATS[format];
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  const pageAfter = async (last?: Alarm): Promise<Alarm[]> => {
    const after = last && { id: last.id, since: last.since };
    return (await alarms.log({ ...query, after, limit: PAGE })).alarms;
  };
  const first = await pageAfter();
  async function* texts(): AsyncGenerator<string> {
    yield heading;
    for (let page = first; page.length > 0; page = page.length < PAGE ? [] : await pageAfter(page.at(-1))) {
      yield page.map(line).join('');
    }
  }
  const stream = Readable.from(texts(), { objectMode: false });
  stream.on('error', (error) => logger.warn(`alarm history export failed: ${errorText(error)}`, { error }));
  return { file: `mensura-alarms-${day}.${extension}`, contentType, stream };
}
