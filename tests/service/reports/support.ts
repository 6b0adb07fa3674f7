/** A run with what the service has of it, and readers of its report. */
import type {
  Alarm,
  ChannelHistory,
  ChannelRef,
  CorrectionVersion,
  HistoryPart,
  Marker,
  Run,
  RunAttachment,
  RunChannelStatistics,
} from '../../../service/contract/index.ts';
import type { DeviceDescription } from '../../../service/devices/types.ts';
import { Reports, type ReportsOptions } from '../../../service/reports/reports.ts';
import { describePth } from '../devices/support.ts';

export const MINUTE = 60_000;
export const FROM = Date.UTC(2026, 10, 20, 14);
export const TO = FROM + 60 * MINUTE;

/** An hour ahead of UTC. */
const ZONE = { name: 'Europe/Zurich', offsetOf: () => 60 };

export const TEMPERATURE: ChannelRef = { family: 'usb', serial: 'E24638', channel: 'temperature' };

/** @param minute after the start of the run */
export function time(minute: number): string {
  return new Date(FROM + minute * MINUTE).toISOString();
}

export function runOf(changes: Partial<Run> = {}): Run {
  return {
    id: 7,
    name: 'Batch 12',
    channels: [{ ...TEMPERATURE, low: 2, high: 8 }],
    operator: 'A. Rossi',
    notes: '',
    tags: [],
    from: time(0),
    to: time(60),
    started: time(0),
    stop_at: null,
    plan: null,
    attachments: [],
    ...changes,
  };
}

export function statisticsOf(changes: Partial<RunChannelStatistics> = {}): RunChannelStatistics {
  return {
    ...TEMPERATURE,
    low: null,
    high: null,
    unit: '°C',
    count: 4,
    failed: 0,
    gaps: 0,
    min: 4,
    max: 6,
    mean: 5,
    standard_deviation: 1,
    resolution_ms: 0,
    first: { at: FROM, magnitude: 4 },
    last: { at: TO - MINUTE, magnitude: 6 },
    area: 1,
    covered_ms: 60 * MINUTE,
    area_missing: null,
    outside_ms: null,
    mean_kinetic_temperature: null,
    ...changes,
  };
}

/** Readings a minute apart from the start. @param broken as in the history */
export function readings(magnitude: (number | null)[], broken: number[] = []): HistoryPart {
  return { kind: 'readings', at: magnitude.map((_, minute) => FROM + minute * MINUTE), magnitude, broken };
}

export interface Reported {
  run?: Run;
  statistics?: RunChannelStatistics[];
  /** By channel path; default: none. */
  stored?: Omit<ChannelHistory, 'family' | 'serial' | 'channel'>[];
  alarms?: Alarm[];
  markers?: Marker[];
  corrections?: CorrectionVersion[];
  attachments?: RunAttachment[];
  device?: Partial<DeviceDescription> | null;
  alias?: string;
  units?: Record<string, string>;
}

/** @returns the reports, and the queries of the alarm log */
export function reportsOf(reported: Reported = {}): { reports: Reports; calls: unknown[][] } {
  const { run = runOf(), statistics = [statisticsOf()], alarms = [], markers = [], corrections = [] } = reported;
  const { stored = [], attachments = [], device = {}, alias = '', units = {} } = reported;
  const calls: unknown[][] = [];
  const options: ReportsOptions = {
    runs: {
      get: async () => run,
      statistics: async () => ({ from: run.from, to: run.to ?? time(60), bytes: 0, channels: statistics }),
      attachment: async (_, name) => attachments.find((one) => one.name === name) ?? { name, text: '' },
    },
    history: {
      query: async (channels, from, to, points) => {
        calls.push(['query', channels, from, to, points]);
        const histories = channels.map((channel, index) => ({
          ...channel,
          ...(stored[index] ?? { unit: '', parts: [] }),
        }));
        return { from: time(0), to: time(60), until: time(60), channels: histories };
      },
      markers: async () => ({ markers }),
    },
    statisticsOf: async (channels, from, to) => {
      calls.push(['statistics', channels, from, to]);
      return { bytes: 0, channels: statistics };
    },
    alarmsIn: async (...args) => {
      calls.push(['alarms', ...args]);
      return { alarms };
    },
    correctionsOf: () => corrections,
    texts: {
      registry: {
        get: (key) => (device === null ? undefined : { description: describePth(key.serial, device) }),
      },
      names: { get: () => ({ alias, channelNames: {} }) },
      settings: { get: () => ({ display_units: units }) },
      computed: { list: () => [] },
      alarms: { findRule: () => undefined },
    },
    zone: () => ZONE,
  };
  return { reports: new Reports(options), calls };
}

export async function reportOf(reported: Reported = {}): Promise<string> {
  return (await reportsOf(reported).reports.ofRun(7)).html;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** The text of HTML. */
export function textOf(html: string): string {
  return html.replaceAll(/<[^>]*>/g, '').replaceAll(/&(?:lt|gt|quot|amp|#39);/g, (entity) => ENTITIES[entity] ?? '');
}

/** The part under a heading. */
export function sectionOf(html: string, heading: string): string {
  const start = html.indexOf(`<h2>${heading}</h2>`);
  return start < 0 ? '' : html.slice(start, html.indexOf('</section>', start));
}

/** The rows of a table, with its headings first. */
export function tableOf(html: string, heading: string): string[][] {
  return sectionOf(html, heading)
    .split('<tr>')
    .slice(1)
    .map((row) => [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell = '']) => textOf(cell)));
}

/** The cells of a row by their headings. @param index of the row */
export function rowOf(html: string, heading: string, index = 0): Record<string, string> {
  const [columns = [], ...rows] = tableOf(html, heading);
  return Object.fromEntries(columns.map((column, place) => [column, rows[index]?.[place] ?? '']));
}

/** Label and text of the facts. */
export function factsOf(html: string): Record<string, string> {
  return Object.fromEntries(
    [...html.matchAll(/<dt>(.*?)<\/dt><dd>([\s\S]*?)<\/dd>/g)].map(([, label = '', text = '']) => [
      label,
      textOf(text),
    ]),
  );
}
