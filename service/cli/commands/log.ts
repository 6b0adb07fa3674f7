import { setTimeout as pause } from 'node:timers/promises';
import type { LogEntry, LogResult } from '../../contract/index.ts';
import { connect } from '../client/api.ts';
import { CliError, EXIT } from '../failure.ts';
import { waitForInterrupt } from '../interrupt.ts';
import type { CommonOptions, Invocation } from '../invocation.ts';
import { print, printNote } from '../output.ts';
import { escapeText, safeJson } from '../text/escape.ts';

interface LogOptions extends CommonOptions {
  level: string;
  limit: number;
  follow?: boolean;
}

/** Between two requests of `--follow`, in milliseconds. */
const POLL_INTERVAL_MS = 1000;

/** Lines per request, the service's limit. */
const POLL_LINES = 1000;

function lineOf(entry: LogEntry, json: boolean | undefined): string {
  if (json) return `${safeJson(entry)}\n`;
  const { time, level, part, text } = entry;
  return `${time}  ${level.padEnd(5)}  ${escapeText(part ? `${part}: ${text}` : text)}\n`;
}

/** The last printed line. */
interface Position {
  /** 0 if unknown. */
  id: number;
  time: string;
}

/** Prints newer lines. Finds the service each time: it may have another port after a restart. */
async function advance({ level, json, ...options }: LogOptions, lines: number, position: Position): Promise<void> {
  const api = await connect(options);
  const path = `/app/v1/log?level=${level}&limit=${lines}&after=${position.id}`;
  const { entries, newest } = await api.call<LogResult>(path);
  // A restarted service numbers from 1 again: the next request compares times.
  const isAnother = newest < position.id;
  const newer = position.id === 0 ? entries.filter(({ time }) => time > position.time) : entries;
  if (newer.length > 0) await print(newer.map((entry) => lineOf(entry, json)).join(''));
  position.id = isAnother ? 0 : newest;
  position.time = newer.at(-1)?.time ?? position.time;
}

/** Runs until the signal is aborted; retries while the service is not reachable. */
async function follow(options: LogOptions, position: Position, signal: AbortSignal): Promise<void> {
  let isLost = false;
  for (;;) {
    await pause(POLL_INTERVAL_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    try {
      await advance(options, POLL_LINES, position);
      if (isLost) printNote('mensura: reconnected');
      isLost = false;
    } catch (error) {
      if (!(error instanceof CliError) || error.exitCode !== EXIT.noService) throw error;
      if (!isLost) printNote('mensura: disconnected; retrying');
      isLost = true;
      position.id = 0;
    }
  }
}

/** Oldest line first. */
export async function run({ options }: Invocation<[], LogOptions>): Promise<void> {
  const signal = options.follow ? waitForInterrupt() : undefined;
  const position = { id: 0, time: '' };
  await advance(options, options.limit, position);
  if (signal) await follow(options, position, signal);
}
