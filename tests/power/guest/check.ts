/**
 * Looks at what a cut left: SQLite's own check of a copy of the file, then what the service finds in the original.
 *
 *   node tests/power/guest/check.ts FOLDER QUESTIONS
 */
import { cpSync, createWriteStream, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ANSWER_PORT } from '../../../build/guest/node-script.ts';
import type { AppStatus, HistoryStatistics } from '../../../service/contract/index.ts';
import { startService } from '../../support/service.ts';
import type { Ask, CheckReport } from '../support/messages.ts';

/** How long the service may take to begin in the guest, in milliseconds: a bound, not an expectation. */
const READY_MS = 200_000;

const [folder = '', questions = '[]'] = process.argv.slice(2);

/** Of a copy: the service shall find what the cut left, not what this look at it tidied up. */
function integrity(): string {
  const copy = mkdtempSync(join(tmpdir(), 'mensura-power-'));
  cpSync(join(folder, 'history'), copy, { recursive: true });
  const database = new DatabaseSync(join(copy, 'history.sqlite'));
  try {
    const [verdict] = database.prepare('PRAGMA integrity_check').all();
    return String(Object.values(verdict ?? {})[0]);
  } finally {
    database.close();
  }
}

async function answer<Answer>(url: string): Promise<Answer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

const report: CheckReport = { integrity: integrity(), kept: [], troubles: [] };
const service = await startService({ dataDir: folder, patienceMs: READY_MS });
for (const { serial, channel, from, last } of JSON.parse(questions) as Ask[]) {
  const query = new URLSearchParams({ channel: `usb/${serial}/${channel}`, from: `${from}`, to: `${last + 1}` });
  const statistics = await answer<HistoryStatistics>(`${service.url}/app/v1/history/statistics?${query.toString()}`);
  report.kept.push(statistics.channels[0]?.count ?? -1);
}
const { troubles } = await answer<AppStatus>(`${service.url}/app/v1/status`);
report.troubles = troubles.map(({ code, text }) => `${code}: ${text}`).filter((text) => !text.startsWith('usb-'));
await service.stop();
const port = createWriteStream(ANSWER_PORT);
port.write(`${JSON.stringify(report)}\n`);
await new Promise((resolve) => port.end(resolve));
process.exit();
