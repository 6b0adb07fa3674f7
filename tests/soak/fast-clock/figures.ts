/** The rows of the table of `fast-clock`. */
import type { HourLook, ProgramReport } from './report.ts';
import { type LookVerdict, memoryText, nativeMiB } from './verdict.ts';

/** The observations of a run. */
export interface Seen {
  hours: number;
  /** Real time. */
  seconds: number;
  report: ProgramReport;
  /** Sample sets with a valid value, those received from the broker, and those received twice. */
  moments: { valid: number; arrived: number; repeated: number };
  lost: number;
  verdict: LookVerdict;
}

/** The rows of the table. */
export function figuresOf({ hours, seconds, report, moments, lost, verdict }: Seen): [string, string][] {
  const { looks, registry, stored, kept, rows, csv, alarms, alarmsLogged } = report;
  const last = looks.at(-1);
  const most = (of: (look: HourLook) => number): number => Math.max(...looks.map(of));
  const { heap, buffers, threadHeap, threadBuffers, native } = verdict.memory;
  /** After each quarter of the time. */
  const quarters = (of: (look: HourLook) => number): string =>
    [0.25, 0.5, 0.75, 1]
      .flatMap((part) => looks[Math.max(0, Math.round(looks.length * part) - 1)] ?? [])
      .map((look) => of(look).toFixed(0))
      .join(', ');
  return [
    [
      'Virtual and real time',
      `${hours} h in ${Math.round(seconds)} s: ${Math.round((hours * 3600) / seconds)} times as fast; ${report.timerRuns} timers ran`,
    ],
    [
      'Readings counted by the registry, stored by the history, in its hour aggregates',
      `${registry}, ${stored}, ${sum(kept)}`,
    ],
    [
      'Sample sets with a valid value, received from the broker; sample sets in CSV files',
      `${moments.valid}, ${moments.arrived} (${moments.repeated} received twice, QoS 1); ${sum(rows)}`,
    ],
    ['Messages queued for the broker, maximum', `${most(({ queued }) => queued)}`],
    ['Alarms raised, in the log', `${alarms}, ${alarmsLogged}`],
    ['**Lost readings**', `**${lost}**`],
    ['Script memory after garbage collection, second half: main thread', memoryText(heap)],
    ["Script memory after garbage collection, second half: history's thread", memoryText(threadHeap)],
    ["Buffers, second half: main thread; history's thread", `${memoryText(buffers)}; ${memoryText(threadBuffers)}`],
    ['Native memory, second half', memoryText(native)],
    ['Resident memory, second half', memoryText(verdict.resident)],
    [
      'MiB after each quarter: resident; native; heaps of both threads; files',
      [
        quarters(({ residentMiB }) => residentMiB),
        quarters(nativeMiB),
        quarters(({ main, thread }) => main.heapRoomMiB + thread.heapRoomMiB),
        quarters(({ filesMiB }) => filesMiB),
      ].join('; '),
    ],
    ['Timers and handles, range in the second half', `${verdict.timers.join(' to ')}, ${verdict.handles.join(' to ')}`],
    ['History: maximum with a limit of 64 MiB, end with 6 MiB', `${mib(verdict.wideBytes)}, ${mib(last?.bytes ?? 0)}`],
    [
      'Age of the oldest raw reading, maximum (limit 1 day)',
      `${most(({ oldestReadingDays }) => oldestReadingDays).toFixed(2)} days`,
    ],
    ['Files in the data folder, range in the second half', verdict.files.join(' to ')],
    ['CSV files', `${csv.files} of ${Object.keys(rows).length} devices and ${csv.days} days`],
  ];
}

/** Sum over all devices. */
export function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

function mib(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
