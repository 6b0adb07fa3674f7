/** The process with the fast clock: measures for a number of hours and reports its counts. */
import { appendFileSync, readdirSync } from 'node:fs';
import { alarmRuleInputSchema, type HistoryStorage } from '../../../service/contract/index.ts';
import { csvRows } from '../endurance/kept.ts';
import { momentOf } from '../endurance/moments.ts';
import { heldNow, residentNow } from './held.ts';
import { heardErrors, loudLogger } from './logger.ts';
import { startMeasuring } from './measuring.ts';
import { askThread, Pace, share, time, watchThreads } from './pace.ts';
import { Parent } from './parent.ts';
import { BROKER, CLOCK_BACK_MS, INSTRUMENTS, LIMITS, NEW_ZONE } from './plan.ts';
import type { HourLook, ProgramReport, ProgramTask } from './report.ts';
import { realTime } from './time.ts';

const HOUR_MS = 3_600_000;
const GIB = 2 ** 30;

const parent = new Parent();
const task: ProgramTask = await parent.task();
watchThreads();
const begin = time.now();
const service = await startMeasuring({
  dataDir: task.dataDir,
  logger: loudLogger,
  settings: {
    csv_log: true,
    history_raw_days: LIMITS.rawDays,
    history_minute_days: LIMITS.minuteDays,
    history_max_gib: LIMITS.wideBytes / GIB,
  },
});
const { registry, recording, mqtt, alarms, instruments } = service;
/** Interval of checks whether the client connects, in milliseconds of real time. */
const LOOK_MS = 2;

// Time limits of connections in virtual time would expire before a broker can respond.
let connecting = false;
let lookedAt = 0;
const isConnecting = (): boolean => {
  if (realTime.now() - lookedAt > LOOK_MS) {
    connecting = mqtt.list().clients[0]?.status.state === 'connecting';
    lookedAt = realTime.now();
  }
  return connecting;
};
const pace = new Pace({ factor: task.factor, hold: () => parent.isAsked || isConnecting() });

const report: ProgramReport = {
  looks: [],
  readings: {},
  moments: {},
  published: 0,
  kept: {},
  rows: {},
  csv: { files: 0, days: 0 },
  alarms: 0,
  alarmsLogged: 0,
  stored: 0,
  registry: 0,
  dropped: 0,
  mqttDropped: 0,
  failed: [],
  timerRuns: 0,
};
const raised = new Set<string>();
alarms.events.on('alarm', ({ key }) => raised.add(key));
let truth = '';
registry.events.on('readings', ({ device: { description }, at, samples }) => {
  const { family, serial } = description;
  const key = `${family}/${serial}`;
  report.readings[key] = (report.readings[key] ?? 0) + samples.length;
  report.moments[key] = (report.moments[key] ?? 0) + 1;
  const values = Object.fromEntries(samples.map(({ channel, magnitude }) => [channel, { magnitude, unit: '' }]));
  const moment = momentOf({ serial, timestamp: new Date(at).toISOString(), values });
  if (moment === undefined) return;
  report.published += 1;
  truth += `${moment}\n`;
});

async function look(hour: number): Promise<HourLook> {
  const [main, thread] = [heldNow(), await askThread()];
  const storage: HistoryStorage = recording.history.storage();
  const files = readdirSync(task.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const csv = files.filter(({ parentPath }) => parentPath === service.csvFolder).length;
  return {
    hour,
    main,
    thread,
    ...residentNow(),
    files: files.length - csv,
    bytes: storage.bytes,
    limitBytes: storage.limit_bytes,
    oldestReadingDays:
      storage.oldest_reading === null ? 0 : (time.now() - Date.parse(storage.oldest_reading)) / 86_400_000,
    timers: time.pending,
    handles: process.getActiveResourcesInfo().length,
    queued: mqtt.list().clients[0]?.status.queued ?? 0,
  };
}

await pace.until('the history to be open', () => recording.history.storage().state === 'recording');
await pace.during(
  mqtt.create({
    identifier: 'main',
    host: '127.0.0.1',
    port: task.port,
    reconnect: { min_delay: 1000, max_delay: 60_000 },
  }),
);
for (const rule of INSTRUMENTS.rules) {
  const input = alarmRuleInputSchema.parse({ family: 'usb', serial: 'SIM00001', ...rule });
  await pace.during(alarms.createRule(input));
}
const { usb, gateway, periodMs } = INSTRUMENTS;
await pace.during(instruments.simulated.change({ usb, gateway, periodMs }));

for (let hour = 1; hour <= task.hours; hour += 1) {
  if (hour % BROKER.everyHours === BROKER.awayAt) await parent.ask('broker off');
  if (hour % BROKER.everyHours === BROKER.backAt) await parent.ask('broker on');
  if (hour === Math.ceil(task.hours / 3)) time.wallAtStart -= CLOCK_BACK_MS;
  if (hour === Math.ceil(task.hours / 2)) process.env['TZ'] = NEW_ZONE;
  if (hour === Math.ceil((2 * task.hours) / 3)) service.change({ history_max_gib: LIMITS.narrowBytes / GIB });
  share();
  await pace.pass(HOUR_MS);
  appendFileSync(task.truthFile, truth);
  truth = '';
  report.looks.push(await look(hour));
}
await parent.ask('broker on');
await pace.during(instruments.simulated.change(undefined));
await pace.until('everything to be published', () => {
  const status = mqtt.list().clients[0]?.status;
  return status?.state === 'online' && status.queued === 0;
});
await pace.until('everything to be stored', () => recording.history.storage().pending === 0);
appendFileSync(task.truthFile, truth);
// Alarms go to their log, rows of CSV files to theirs.
await pace.pass(60_000);

const end = time.now() + HOUR_MS;
const { channels } = await pace.during(recording.history.channels());
for (const { family, serial, channel } of channels) {
  const asked = recording.history.statistics([{ family, serial, channel }], begin - CLOCK_BACK_MS - HOUR_MS, end);
  const [statistics] = (await pace.during(asked)).channels;
  const key = `${family}/${serial}`;
  report.kept[key] = (report.kept[key] ?? 0) + (statistics?.count ?? 0) + (statistics?.failed ?? 0);
}
const { stored_total: stored, dropped_total: dropped } = recording.history.storage();
const log = await pace.during(alarms.log({ from: begin - 2 * HOUR_MS, to: end, limit: 10_000 }));
Object.assign(report, {
  stored,
  dropped,
  registry: registry.readingsTotal,
  mqttDropped: mqtt.list().clients[0]?.status.dropped ?? 0,
  alarms: raised.size,
  alarmsLogged: log.alarms.length,
  timerRuns: time.runs,
});
await pace.during(service.stop());
report.rows = Object.fromEntries(await csvRows(task.dataDir));
const csv = readdirSync(service.csvFolder);
report.csv = { files: csv.length, days: new Set(csv.map((name) => /\d{4}-\d{2}-\d{2}/.exec(name)?.[0])).size };
report.failed = heardErrors;
parent.tell(report);
