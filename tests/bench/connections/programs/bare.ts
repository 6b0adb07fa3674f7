/**
 * The yardstick: `node:http` that writes frames of the same form and size to as many clients at the same rate, without
 * devices, slow readers or resumed streams.
 */
import { createServer, type ServerResponse } from 'node:http';
import { answerQuestions } from '../../scaling/programs/own-figures.ts';
import { runServer } from '../../servers/child.ts';
import { listenOn } from '../../servers/listen.ts';
import type { TellingTask } from '../telling.ts';

/** An event of a device with seven channels, without its timestamp. */
const VALUES = Object.fromEntries(
  ['altitude', 'atmospheric_pressure', 'dew_point', 'heat_index', 'humidex', 'relative_humidity', 'temperature'].map(
    (channel) => [channel, { magnitude: 21.340000000000003, unit: 'hPa' }],
  ),
);

runServer(({ input }) => {
  const { devices, periodMs } = JSON.parse(input) as TellingTask;
  const readers = new Set<ServerResponse>();
  let sequence = 0;
  setInterval(() => {
    const timestamp = new Date().toISOString();
    for (let device = 0; device < devices; device += 1) {
      const data = { family: 'usb', serial: `SIM${String(device).padStart(5, '0')}`, timestamp, values: VALUES };
      sequence += 1;
      const frame = Buffer.from(`id: 0123456789ab-${sequence}\nevent: readings\ndata: ${JSON.stringify(data)}\n\n`);
      for (const reader of readers) reader.write(frame);
    }
  }, periodMs);
  answerQuestions();
  return listenOn(
    createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.flushHeaders();
      readers.add(response);
      response.once('close', () => readers.delete(response));
    }),
  );
});
