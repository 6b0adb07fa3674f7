/**
 * The parts of a report:
 *
 *     Reports -> ReportData -> ReportContent (texts) -> HTML
 */
import type {
  Alarm,
  CorrectionVersion,
  HistoryResult,
  Marker,
  Run,
  RunAttachment,
  RunChannelStatistics,
  RunStatistics,
} from '../contract/index.ts';
import type { ReadingTextSource } from '../devices/describe-condition.ts';
import type { DeviceDescription, DeviceKey } from '../devices/types.ts';
import type { TimeZone } from '../support/local-time.ts';

/** Names, units and decimals of now. A disconnected device keeps its name. */
export interface ReportTextSource extends ReadingTextSource {
  registry: { get(device: DeviceKey): { description: DeviceDescription } | undefined };
}

/** Everything that a report states, as the service has it. */
export interface ReportData {
  title: string;
  /** Null for a range without a run. */
  run: Run | null;
  statistics: RunStatistics;
  history: HistoryResult;
  /** Of these channels, at any time in the range; oldest first. */
  alarms: readonly Alarm[];
  /** Of these devices and of all charts; oldest first. */
  markers: readonly Marker[];
  /** Whether older alarms or markers are missing, because there are too many. */
  areAlarmsCut: boolean;
  areMarkersCut: boolean;
  attachments: readonly RunAttachment[];
  /** Newest first. */
  correctionsOf(channel: RunChannelStatistics): readonly CorrectionVersion[];
  texts: ReportTextSource;
  zone: TimeZone;
}

export interface ReportTable {
  /** The first column names the row. */
  columns: readonly { label: string; isNumber?: true }[];
  /** Cells by column; line breaks are kept. */
  rows: readonly (readonly string[])[];
  /** Shown without rows. */
  none: string;
  /** Sentences below the table. */
  notes: readonly string[];
}

/** Of one unit. Values are in the display unit, times in milliseconds since 1970. */
export interface ReportChart {
  title: string;
  unit: string;
  from: number;
  to: number;
  zone: TimeZone;
  lines: readonly ChartLine[];
  range: { min: number; max: number };
  /** Without repetitions, ascending. */
  limits: readonly number[];
  /** When the run was started after `from`; otherwise null. */
  started: number | null;
  markers: readonly { label: string; at: number }[];
  alarms: readonly { label: string; from: number; to: number }[];
}

export interface ChartLine {
  /** Text of the legend. */
  label: string;
  points: {
    at: readonly number[];
    value: readonly (number | null)[];
    low: readonly (number | null)[];
    high: readonly (number | null)[];
  };
}

/** A report as texts. */
export interface ReportContent {
  title: string;
  /** States that the run is active; otherwise empty. */
  notice: string;
  facts: readonly { label: string; text: string }[];
  devices: ReportTable;
  corrections: ReportTable;
  charts: readonly ReportChart[];
  statistics: ReportTable;
  /** First and last readings. */
  ends: ReportTable;
  alarms: ReportTable;
  markers: ReportTable;
  /** Null for a range without a run. */
  notes: string | null;
  attachments: readonly RunAttachment[];
}
