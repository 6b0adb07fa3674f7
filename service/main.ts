/** The headless entry: `npm run service`, or `node dist/service/main.mjs`. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { APP_VERSION_TEXT } from './contract/index.ts';
import { createService } from './service.ts';
import { exitCode } from './settings/exit-codes.ts';
import { createLogging } from './settings/logging.ts';
import { parseOptions } from './settings/options.ts';
import { endProcess, stopInTime } from './support/end-process.ts';
import { errorText } from './support/errors.ts';

/** The built GUI and the udev rule stand beside the built service. */
const DIST = dirname(dirname(fileURLToPath(import.meta.url)));

async function main(): Promise<void> {
  const options = parseOptions({ argv: process.argv.slice(2), env: process.env });
  const logging = createLogging(options);
  const logger = logging.logger.child('service');
  let ending: Promise<void> | undefined;
  const service = createService(options, {
    host: 'headless',
    logger: logging.logger,
    log: logging,
    rendererDir: join(DIST, 'renderer'),
    udevRule: join(DIST, 'udev/70-mensura.rules'),
    giveUp: (error) => {
      // Not by the log, nor in good order: both would write into the folder of the other.
      process.stderr.write(`mensura: ${errorText(error)}\n`);
      void endProcess(exitCode(error), false, (usual) => process.exit(usual));
    },
  });
  // Instruments are still being read, and people depend on that: what nobody caught is a mistake of ours, and costs
  // what it broke alone.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      logger.error(`unexpected error, continuing: ${errorText(error)}`, { error });
    });
  }
  const end = async (reason: string): Promise<void> => {
    logger.info(`stopping (${reason})`);
    const isStopped = await stopInTime(() => service.stop(), logger);
    // Where something hangs, closing the log could as well.
    if (isStopped) logging.stop();
    await endProcess(0, isStopped, (usual) => process.exit(usual));
  };
  // A terminal's Ctrl+C may arrive twice, from the terminal and from a script that passes it on.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void (ending ??= end(signal)));
  try {
    await service.start();
  } catch (error) {
    // A start that a signal broke off is no failure: the stop under way ends the process.
    if (ending) return ending;
    throw error;
  }
  logging.start();
  process.stdout.write(`Mensura ${APP_VERSION_TEXT} is ready: ${service.url}\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`mensura: ${errorText(error)}\n`);
  process.exit(exitCode(error));
}
