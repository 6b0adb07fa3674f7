/** What is left after the end: nothing. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { PTH_CAL } from './published.ts';
import { AdapterRecord, configOf, http, listen } from './support.ts';

const run = promisify(execFile);

/** A bound against a test that hangs, far below the times that the program sets. */
const PATIENCE_MS = 60_000;

test('the connection is closed', async () => {
  const closed = Promise.withResolvers<void>();
  const port = await listen((socket) => {
    socket.on('data', () => socket.write(http(PTH_CAL)));
    socket.on('close', () => closed.resolve());
  });
  const record = new AdapterRecord(configOf(port));
  await record.more('E24638', 2);
  await record.adapter.stop('enough');
  await closed.promise;
});

/** Its times are hours: a timer that is left keeps the process for so long. */
const PROGRAM = `
  import { createServer } from 'node:http';
  import { createSensgateKind } from './service/drivers/gateway/sensgate/index.ts';
  import { systemClock } from './service/support/clock.ts';
  import { silentLogger } from './service/support/logger.ts';
  const server = createServer((request, response) => response.end(${JSON.stringify(PTH_CAL)}));
  server.listen(0, '127.0.0.1', async () => {
    const hours = 10_000_000;
    const timing = { responseMinMs: hours, responseMaxMs: hours, retryMaxMs: hours, silenceMs: hours };
    const kind = createSensgateKind({ clock: systemClock, logger: silentLogger, timing });
    const config = {
      kind: 'sensgate', name: 'x', enabled: true, host: '127.0.0.1', port: server.address().port, period_ms: hours,
    };
    const verdict = await kind.test(config, new AbortController().signal);
    const adapter = kind.create('g1', config);
    const read = new Promise((resolve) => adapter.events.on('readings', resolve));
    adapter.start();
    const { serial } = await read;
    // By then it waits for the next question.
    await new Promise(setImmediate);
    await adapter.stop('enough');
    console.log(verdict.instruments[0], serial);
    server.close();
  });
`;

test(
  'no timer keeps the process',
  async () => {
    const options = { cwd: new URL('../../../../..', import.meta.url), timeout: PATIENCE_MS };
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', PROGRAM], options);
    expect(stdout.trim()).toBe('E24638 E24638');
  },
  2 * PATIENCE_MS,
);
