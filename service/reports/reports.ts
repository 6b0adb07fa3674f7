/** Reports of runs and of ranges of the history, as documents to print and sign (docs/reports.md). */
import {
  type Alarm,
  type ChannelRef,
  type CorrectionVersion,
  deviceKey,
  type HistoryResult,
  type Marker,
  type Markers,
  type Run,
  type RunAttachment,
  type RunChannel,
  type RunStatistics,
} from '../contract/index.ts';
import { labelText } from '../devices/labels.ts';
import type { TimeZone } from '../support/local-time.ts';
import { describeChannels } from './channels.ts';
import { chartsOf } from './charts.ts';
import { correctionTable } from './correction-table.ts';
import { alarmTable, markerTable } from './event-tables.ts';
import { deviceTable, factsOf } from './identity.ts';
import { writeReport } from './report-html.ts';
import { endTable, statisticsTable } from './statistics-table.ts';
import { REPORT_STYLE } from './style.ts';
import type { ReportData, ReportTextSource } from './types.ts';

/** Points of a line: about those that paper shows. */
const POINTS = 800;

/** Listed alarms; the oldest are left out. */
const MAX_ALARMS = 1000;

/** The history lists at most so many markers, the newest. */
const MAX_MARKERS = 1000;

/** Longest title; a name of a run is shorter. */
const MAX_TITLE = 200;

/** An HTML document, and the text of its only style sheet. */
export interface ReportDocument {
  html: string;
  style: string;
}

/** A range without a run, in milliseconds since 1970. */
export interface ReportedRange {
  title: string;
  channels: readonly ChannelRef[];
  from: number;
  to: number;
}

export interface ReportsOptions {
  runs: {
    get(id: number): Promise<Run>;
    statistics(id: number): Promise<RunStatistics>;
    attachment(id: number, name: string): Promise<RunAttachment>;
  };
  history: {
    query(channels: readonly ChannelRef[], from: number, to: number, points: number): Promise<HistoryResult>;
    markers(from: number, to: number, device: string | null): Promise<Markers>;
  };
  /** Of channels without a run. */
  statisticsOf(channels: RunChannel[], from: number, to: number): Promise<Pick<RunStatistics, 'bytes' | 'channels'>>;
  /** Alarms of channels that were active in a range, even if raised before it; newest first. */
  alarmsIn(
    range: { channels: readonly ChannelRef[]; from: number; to: number },
    limit: number,
  ): Promise<{ alarms: readonly Alarm[] }>;
  /** Newest first. */
  correctionsOf(channel: ChannelRef): readonly CorrectionVersion[];
  texts: ReportTextSource;
  /** That of the times in a report. */
  zone(): TimeZone;
}

/** The same data gives the same document. */
export class Reports {
  readonly #options: ReportsOptions;

  constructor(options: ReportsOptions) {
    this.#options = options;
  }

  /** Of an active run: until now. @throws MensuraError `not-found`, `too-many`, `storage-failed` */
  async ofRun(id: number): Promise<ReportDocument> {
    const { runs } = this.#options;
    const run = await runs.get(id);
    const attachments: RunAttachment[] = [];
    for (const { name } of run.attachments) attachments.push(await runs.attachment(id, name));
    return this.#write({ title: run.name, run, statistics: await runs.statistics(id), attachments });
  }

  /** @throws MensuraError `too-many`, `storage-failed` */
  async ofRange({ title, channels, from, to }: ReportedRange): Promise<ReportDocument> {
    const unlimited = channels.map((channel) => ({ ...channel, low: null, high: null }));
    const statistics = {
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      ...(await this.#options.statisticsOf(unlimited, from, to)),
    };
    return this.#write({ title, run: null, statistics, attachments: [] });
  }

  async #write(subject: Pick<ReportData, 'title' | 'run' | 'statistics' | 'attachments'>): Promise<ReportDocument> {
    const { correctionsOf, texts, zone } = this.#options;
    const { from, to, channels: measured } = subject.statistics;
    const [start, end] = [Date.parse(from), Date.parse(to)];
    const refs = measured.map(({ family, serial, channel }) => ({ family, serial, channel }));
    const history = await this.#options.history.query(refs, start, end, POINTS);
    const data: ReportData = {
      ...subject,
      history,
      ...(await this.#alarms(refs, start, end)),
      ...(await this.#markers(refs, start, end)),
      correctionsOf,
      texts,
      zone: zone(),
    };
    const channels = describeChannels(data);
    const html = writeReport({
      title: labelText(subject.title, MAX_TITLE),
      notice: subject.run?.to === null ? 'This run is active. Its figures are not final.' : '',
      facts: factsOf(data),
      devices: deviceTable(data),
      corrections: correctionTable(channels, data),
      charts: chartsOf(channels, data),
      statistics: statisticsTable(channels),
      ends: endTable(channels, data),
      alarms: alarmTable(data),
      markers: markerTable(channels, data),
      notes: subject.run?.notes ?? null,
      attachments: subject.attachments.map(({ name, text }) => ({ name: labelText(name, MAX_TITLE), text })),
    });
    return { html, style: REPORT_STYLE };
  }

  async #alarms(
    channels: readonly ChannelRef[],
    from: number,
    to: number,
  ): Promise<Pick<ReportData, 'alarms' | 'areAlarmsCut'>> {
    const { alarms } = await this.#options.alarmsIn({ channels, from, to }, MAX_ALARMS + 1);
    return { alarms: alarms.slice(0, MAX_ALARMS).toReversed(), areAlarmsCut: alarms.length > MAX_ALARMS };
  }

  async #markers(
    channels: readonly ChannelRef[],
    from: number,
    to: number,
  ): Promise<Pick<ReportData, 'markers' | 'areMarkersCut'>> {
    const devices = new Set(channels.map(deviceKey));
    const { markers } = await this.#options.history.markers(from, to, null);
    const isListed = ({ device }: Marker): boolean => device === null || devices.has(device);
    return { markers: markers.filter(isListed), areMarkersCut: markers.length >= MAX_MARKERS };
  }
}
