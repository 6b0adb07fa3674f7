/** The service's path of a reading to disk, with generated devices: registry, recorder and store. */
import { createProduct, VENDOR } from '../../../../service/devices/catalogue.ts';
import { channelOf } from '../../../../service/devices/quantities.ts';
import { Registry } from '../../../../service/devices/registry.ts';
import { History } from '../../../../service/history/history.ts';
import { createHistoryStore } from '../../../../service/history/store/history-store.ts';
import { systemClock } from '../../../../service/support/clock.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { describePth, PlayedDriver } from '../../../service/devices/support.ts';
import { type IngestFigures, play, taskOf, valueOf } from './load.ts';

const LABELS = [
  'temperature',
  'relative_humidity',
  'atmospheric_pressure',
  'co2',
  'tvoc',
  'illuminance',
  'voltage',
  'particle_mass_pm2_5',
] as const;
const RETENTION = { rawDays: 90, minuteDays: 730, maxBytes: 10 * 2 ** 30 };

const task = taskOf(process.argv);
if (task.channels !== LABELS.length) throw new Error(`These instruments have ${LABELS.length} channels.`);
const registry = new Registry({ clock: systemClock, logger: silentLogger });
const driver = new PlayedDriver();
driver.connect(registry);
registry.start();
const history = new History({
  store: createHistoryStore({ dataDir: task.folder, logger: silentLogger }),
  registry,
  recordSimulated: false,
  clock: systemClock,
  logger: silentLogger,
});
history.start({ record: true, retention: RETENTION });
const product = createProduct(
  'VCP-PTH450-CAL',
  VENDOR,
  LABELS.map((label) => channelOf(label)),
);
for (let device = 0; device < task.devices; device += 1) {
  driver.events.emit('attached', describePth(`E${device}`, { product, periodMs: task.periodMs }));
}
const figures = await play(task, (device, at) => {
  const samples = LABELS.map((channel, index) => ({ channel, magnitude: valueOf(device, index, at) }));
  driver.events.emit('readings', { family: 'usb', serial: `E${device}`, at, samples });
});
registry.stop();
const measured = registry.readingsTotal;
await history.stop();
const { stored_total: stored, dropped_total: dropped } = history.figures();
process.send?.({ ...figures, measured, stored, dropped } satisfies IngestFigures);
process.disconnect();
