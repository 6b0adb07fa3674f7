/**
 * Measures until the plug is pulled: the built service on the guest's own disk, with what its event stream tells.
 *
 *   node tests/power/guest/measure.ts FOLDER
 */
import { createWriteStream } from 'node:fs';
import { RESULT_PORT } from '../../../build/vm/node-script.ts';
import { startService } from '../../support/service.ts';
import { type MeasureReport, REPORT_MS, type Seen } from '../support/messages.ts';

/** How long the service may take to begin in the guest, in milliseconds: a bound, not an expectation. */
const READY_MS = 200_000;

const [folder = ''] = process.argv.slice(2);
const port = createWriteStream(RESULT_PORT);
const args = ['--simulate=4x0', '--simulate-period=50', '--simulate-publish', '--simulate-seed=1'];
const service = await startService({ dataDir: folder, args, patienceMs: READY_MS });
const seen: Record<string, Seen> = {};

function take(line: string): void {
  const { serial, timestamp, values } = JSON.parse(line) as {
    serial: string;
    timestamp: string;
    values: Record<string, { magnitude: number | null }>;
  };
  const channel = seen[serial]?.channel ?? Object.keys(values)[0] ?? '';
  // A failed reading is none.
  if (typeof values[channel]?.magnitude !== 'number') return;
  const at = Date.parse(timestamp);
  const known = (seen[serial] ??= { channel, readings: 0, first: at, last: at });
  known.readings += 1;
  known.last = at;
}

setInterval(() => {
  const report: MeasureReport = { now: Date.now(), seen };
  port.write(`${JSON.stringify(report)}\n`);
}, REPORT_MS);

const response = await fetch(`${service.url}/app/v1/events`);
let rest = '';
let isReading = false;
for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    if (line.startsWith('event: ')) isReading = line === 'event: readings';
    else if (isReading && line.startsWith('data: ')) take(line.slice(6));
  }
}
