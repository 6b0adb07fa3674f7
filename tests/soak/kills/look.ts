/** Checks a data folder after a kill, and the reports of the next start. */
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { AppStatus, StoredChannels } from '../../../service/contract/index.ts';
import { channelPath } from '../../../service/contract/index.ts';

/** Checks a copy of the history with SQLite, so that the next start finds the original. */
export async function historyProblems(dataDir: string): Promise<string[]> {
  const copy = await mkdtemp(join(tmpdir(), 'mensura-look-'));
  try {
    await cp(join(dataDir, 'history'), copy, { recursive: true });
    const database = new DatabaseSync(join(copy, 'history.sqlite'));
    const found = database.prepare('PRAGMA integrity_check').all();
    database.close();
    const verdict = found.map((row) => String(row['integrity_check'])).join('; ');
    return verdict === 'ok' ? [] : [`integrity_check says: ${verdict}`];
  } finally {
    await rm(copy, { recursive: true });
  }
}

/**
 * Files that a start set aside, and problems that it reports.
 * @param guests MQTT clients without expectations: some have a password and no username
 */
export async function startProblems(url: string, dataDir: string, guests: readonly string[]): Promise<string[]> {
  const { problems } = (await (await fetch(`${url}/app/v1/status`)).json()) as AppStatus;
  const names = await readdir(dataDir, { recursive: true });
  return [
    ...problems
      .filter(({ text }) => !guests.some((guest) => text.includes(guest)))
      .map(({ code, text }) => `${code}: ${text}`),
    ...names.filter((name) => name.includes('damaged')).map((name) => `${name} was set aside`),
  ];
}

/** Interrupted writes. Call while none is in progress. */
export async function leftovers(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir, { recursive: true });
  return names.filter((name) => name.endsWith('.tmp')).map((name) => `${name} was left`);
}

/** A sample set of a device, in the form `{"serial":...,"timestamp":...}`. */
export function momentText(serial: string, timestamp: string): string {
  return JSON.stringify({ serial, timestamp: new Date(timestamp).toISOString() });
}

/** The sample sets in the history since a time, in order. */
export async function momentsKept(url: string, from: number): Promise<string[]> {
  const { channels } = (await (await fetch(`${url}/app/v1/history/channels`)).json()) as StoredChannels;
  const named = channels.map((ref) => `channel=${channelPath(ref)}`).join('&');
  const answer = await fetch(`${url}/app/v1/export?${named}&from=${from}&to=${Date.now()}&format=jsonl`);
  if (!answer.ok) throw new Error(`The history query failed: ${await answer.text()}`);
  const moments: string[] = [];
  for (const line of (await answer.text()).split('\n').slice(0, -1)) {
    const { timestamp, values } = JSON.parse(line) as { timestamp: string; values: Record<string, unknown> };
    const serials = new Set(Object.keys(values).map((path) => path.split('/')[1] ?? ''));
    for (const serial of serials) moments.push(momentText(serial, timestamp));
  }
  return moments;
}

/** The sample sets in the CSV files of a data folder, and errors of their rows. */
export async function csvMoments(dataDir: string): Promise<{ moments: string[]; problems: string[] }> {
  const folder = join(dataDir, 'csv');
  const moments: string[] = [];
  const problems: string[] = [];
  for (const name of (await readdir(folder)).toSorted()) {
    const serial = /^gateway_(.+?)_/.exec(name)?.[1] ?? '';
    const [heading = '', ...rows] = (await readFile(join(folder, name), 'utf8')).split('\r\n').slice(0, -1);
    const width = heading.split(',').length;
    for (const row of rows) {
      const cells = row.split(',');
      const [timestamp = ''] = cells;
      if (cells.length === width && !Number.isNaN(Date.parse(timestamp))) moments.push(momentText(serial, timestamp));
      else problems.push(`${name} has an invalid row: ${row.slice(0, 100)}`);
    }
  }
  return { moments, problems };
}
