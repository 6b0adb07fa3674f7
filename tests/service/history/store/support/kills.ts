/** A process that keeps readings is killed at random moments, again and again; what it kept must be in the file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { TYPESCRIPT_NODE_FLAGS } from '../../../../../build/node-flags.ts';
import { readPoints } from '../../../../../service/history/query/slice.ts';
import { HistoryDatabase } from '../../../../../service/history/store/history-database.ts';
import { STORE_LIMITS } from '../../../../../service/history/store/limits.ts';
import { GAP } from '../../../../../service/history/types.ts';
import { declaredChannel } from './batches.ts';
import { KILL_CHANNELS, momentOf } from './kill-data.ts';

const TARGET = join(import.meta.dirname, 'kill-target.ts');

export interface KillsOptions {
  folder: string;
  kills: number;
  /** The longest that the process lives after its first commit, in milliseconds. */
  lifeMs: number;
  /**
   * What was taken so long before a kill must be on disk, also on a slow one, in milliseconds; unless given, only what
   * was acknowledged must be.
   */
  sureMs?: number;
  /** At least 0, below 1. */
  random(): number;
}

export interface KillsOutcome {
  /** Readings of each channel in the end. */
  readings: number;
  problems: string[];
}

export async function killAgain({
  folder,
  kills,
  lifeMs,
  sureMs = Number.POSITIVE_INFINITY,
  random,
}: KillsOptions): Promise<KillsOutcome> {
  const problems: string[] = [];
  let readings = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    const said = await runAndKill(folder, readings, { lifeMs: random() * lifeMs, sureMs });
    const found = lookInto(folder);
    problems.push(...found.problems.map((problem) => `kill ${kill}: ${problem}`));
    if (found.readings < said.kept)
      problems.push(`kill ${kill}: ${said.kept} readings were kept, ${found.readings} are there`);
    if (found.readings > said.made)
      problems.push(`kill ${kill}: ${said.made} readings were made, ${found.readings} are there`);
    if (found.readings < said.sure) {
      problems.push(`kill ${kill}: ${said.sure} readings were older than ${sureMs} ms, ${found.readings} are there`);
    }
    readings = found.readings;
  }
  return { readings, problems };
}

interface Said {
  made: number;
  kept: number;
  /** Were made so long ago that they must be there. */
  sure: number;
}

async function runAndKill(
  folder: string,
  first: number,
  { lifeMs, sureMs }: { lifeMs: number; sureMs: number },
): Promise<Said> {
  const words = [...TYPESCRIPT_NODE_FLAGS, TARGET, folder, String(first)];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const said: { at: number; word: string; count: number }[] = [];
  const closed = once(child, 'close') as Promise<[number | null, string | null]>;
  const kept = hear(child, (word, count) => said.push({ at: performance.now(), word, count }));
  await Promise.race([kept, closed]);
  await pause(lifeMs);
  const killedAt = performance.now();
  child.kill('SIGKILL');
  const [, signal] = await closed;
  if (signal !== 'SIGKILL') throw new Error('The process ended by itself.');
  const last = (word: string, until: number): number =>
    said.findLast((line) => line.word === word && line.at <= until)?.count ?? first;
  const ever = Number.POSITIVE_INFINITY;
  return { made: last('made', ever), kept: last('kept', ever), sure: last('made', killedAt - sureMs) };
}

/** Resolves when the process has kept something. */
function hear(child: ChildProcess, said: (word: string, count: number) => void): Promise<void> {
  return new Promise((resolve) => {
    let rest = '';
    child.stdout?.on('data', (bytes: Buffer) => {
      const lines = (rest + bytes.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [word = '', count] = line.split(' ');
        said(word, Number(count));
        if (word === 'kept') resolve();
      }
    });
  });
}

/** Opens the file as a new run would. @returns how many readings each channel has, from number 0 on, each once */
function lookInto(folder: string): KillsOutcome {
  const path = join(folder, 'history', 'history.sqlite');
  const problems: string[] = [];
  const archive = new HistoryDatabase(path, STORE_LIMITS);
  const counts = Array.from({ length: KILL_CHANNELS }, (_, slot) => {
    const reader = archive.reader(declaredChannel(slot))?.reader;
    if (!reader) return 0;
    const numbers: number[] = [];
    for (const { at, value } of readPoints(reader, 0, 1e14)) {
      value.forEach((number, index) => {
        if (number === GAP) return;
        numbers.push(number);
        if (at[index] !== momentOf(number)) problems.push(`reading ${number} of channel ${slot} has another moment`);
      });
    }
    numbers.sort((a, b) => a - b);
    const wrong = numbers.findIndex((number, index) => number !== index);
    if (wrong >= 0) problems.push(`channel ${slot} has ${numbers[wrong]} where ${wrong} belongs`);
    const counted = reader.buckets('minute', 0, 1e14).count.reduce((sum, count) => sum + count, 0);
    if (counted !== numbers.length)
      problems.push(`the minutes of channel ${slot} count ${counted} of ${numbers.length}`);
    return numbers.length;
  });
  archive.close();
  if (new Set(counts).size > 1) problems.push(`part of a batch is there: ${counts.join(', ')}`);
  const database = new DatabaseSync(path);
  const integrity = database.prepare('PRAGMA integrity_check').all();
  database.close();
  const verdict = integrity.map((row) => String(row['integrity_check'])).join('; ');
  if (verdict !== 'ok') problems.push(`integrity_check says: ${verdict}`);
  return { readings: counts[0] ?? 0, problems };
}
