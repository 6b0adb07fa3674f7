/**
 * Everything on for a long time, while everything that can fail fails: no reading is lost between device and receivers,
 * and the service neither grows nor leaves anything open.
 */

import { type AtEnd, withEnds } from '../support/ends.ts';
import { untilDrained } from '../support/load/publishing.ts';
import { Random } from '../support/random.ts';
import { balance, silence } from './endurance/accounting.ts';
import { letHappen } from './endurance/disturbances.ts';
import { figuresOf, type Seen } from './endurance/figures.ts';
import { happenings } from './endurance/happenings.ts';
import { acknowledgeAlarms, fillExports } from './endurance/requests.ts';
import { atRest } from './endurance/rest.ts';
import { judgePage, judgeRests } from './endurance/rest-verdict.ts';
import { build } from './endurance/rig.ts';
import { Samples } from './endurance/samples.ts';
import { judgeSamples } from './endurance/verdict.ts';
import { causeDisturbances } from './support/disturbances.ts';
import { type Outcome, Problems } from './support/outcome.ts';
import { few } from './support/readings.ts';

export interface EnduranceOptions {
  durationMs: number;
  seed: number;
}

/** Time between samples, in milliseconds: short enough for a slope in a short run, long enough in a long one. */
const SAMPLE_MS = { min: 1000, max: 5000 };
const SAMPLES = 300;

/** Share of the time before the first count, to fill what is filled once. */
const REHEARSAL = 0.25;

export function endurance(options: EnduranceOptions): Promise<Outcome> {
  return withEnds((atEnd) => run(atEnd, options));
}

async function run(atEnd: AtEnd, { durationMs, seed }: EnduranceOptions): Promise<Outcome> {
  const from = Date.now() - 60_000;
  const problems = new Problems();
  const random = new Random(seed);
  const rig = await build(atEnd);
  const refused: string[] = [];
  const events = happenings(rig, random, (what) => refused.push(what));
  /** Causes failures for this time, then waits until everything works again and no request is pending. */
  const disturb = async (ms: number): Promise<Map<string, number>> => {
    const [counts, disturbances] = await Promise.all([
      letHappen({ happenings: events, durationMs: ms, random }),
      causeDisturbances({ tap: rig.tap, remote: rig.broker, durationMs: ms, random }),
    ]);
    await rig.complete();
    await acknowledgeAlarms(rig.service.url);
    await fillExports(rig.service.url);
    await untilDrained(rig.service.url, 'main', { atMost: 100, patienceMs: 300_000 });
    await rig.databases.untilWritten(rig.service.url, 1000);
    await rig.window.rest();
    return new Map([...counts, ...disturbances]);
  };
  await disturb(durationMs * REHEARSAL);
  const before = await atRest(rig);
  const heldBefore = await rig.window.held();
  const connectionsBefore = rig.tap.connections;
  const samples = new Samples(rig.pid, rig.insides);
  samples.start(Math.min(SAMPLE_MS.max, Math.max(SAMPLE_MS.min, durationMs / SAMPLES)));
  const counts = await disturb(durationMs * (1 - REHEARSAL));
  await samples.stop();
  const connections = rig.tap.connections - connectionsBefore;
  const after = await atRest(rig);
  const heldAfter = await rig.window.held();
  await silence(rig);

  const verdict = judgeSamples(samples.list, problems);
  judgeRests(before, after, problems);
  judgePage(heldBefore, heldAfter, problems);
  const balanced = await balance(rig, from, problems);
  problems.unless(balanced.alarms > 0, 'no rule ever raised an alarm');
  problems.unless(connections > 3, `only ${connections} connections to the broker: too few for a test`);
  problems.unless(refused.length === 0, `${refused.length} requests failed: ${few(refused)}`);
  const { faults } = rig.window;
  problems.unless(faults.length === 0, `${faults.length} faults in the page: ${few(faults)}`);
  problems.unless(rig.quick.isOpen, 'the stream of the fast reader ended');
  problems.unless(rig.slow.isOpen, 'the stream of the slow reader ended');
  rig.inspector.close();
  const code = await rig.service.stop();
  const grievances = rig.service
    .output()
    .split('\n')
    .filter((line) => / error | reader of /.test(line));
  problems.unless(grievances.length === 0, `the service logged ${grievances.length} errors: ${few(grievances)}`);
  problems.unless(code === 0, `the service ended with exit code ${code}`);
  const seen: Seen = { rig, verdict, before, after, heldBefore, heldAfter, balanced, counts, connections };
  const figures = figuresOf(seen);
  return {
    facts: [
      `${Math.round(durationMs / 60_000)} minutes (seed ${seed})`,
      ...figures.map(([name, value]) => `${name}: ${value}`),
    ],
    figures,
    problems: problems.list,
  };
}
