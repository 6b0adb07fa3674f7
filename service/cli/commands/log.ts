/** `mensura log`. */
import { setTimeout as pause } from 'node:timers/promises';
import type { LogAnswer, LogEntry } from '../../contract/index.ts';
import { connect } from '../client/api.ts';
import { untilInterrupted } from '../interrupt.ts';
import type { CommonOptions, Invocation } from '../invocation.ts';
import { print } from '../output.ts';
import { escapeText, safeJson } from '../text/escape.ts';

interface LogOptions extends CommonOptions {
  level: string;
  limit: number;
  follow?: boolean;
}

/** Between two looks of `--follow`, in milliseconds. */
const LOOK_MS = 1000;

/** The most lines of one look; the service answers no more. */
const LOOK_LINES = 1000;

function lineOf(entry: LogEntry, json: boolean | undefined): string {
  if (json) return `${safeJson(entry)}\n`;
  const { time, level, part, text } = entry;
  return `${time}  ${level.padEnd(5)}  ${escapeText(part ? `${part}: ${text}` : text)}\n`;
}

/** Prints lines, oldest first; with `--json` each as the app API has it. */
export async function run({ options }: Invocation<[], LogOptions>): Promise<void> {
  const { level, limit, follow, json } = options;
  const api = await connect(options);
  const signal = follow ? untilInterrupted() : undefined;
  let after = 0;
  for (let lines = limit; ; lines = LOOK_LINES) {
    const { entries, newest } = await api.call<LogAnswer>(`/app/v1/log?level=${level}&limit=${lines}&after=${after}`);
    if (entries.length > 0) await print(entries.map((entry) => lineOf(entry, json)).join(''));
    if (!signal) return;
    // Another run of the service counts anew.
    after = newest < after ? 0 : newest;
    await pause(LOOK_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
  }
}
