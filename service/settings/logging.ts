/** The log of a run: standard error at once, and a file in the data folder once the service owns the folder. */
import { join } from 'node:path';
import { LogRing } from '../log/log-ring.ts';
import { errorText } from '../support/errors.ts';
import { LogFile } from '../support/log-file.ts';
import type { LogLevel } from '../support/logger.ts';
import { createLogger, terminalSink } from '../support/pino-logger.ts';
import type { ServiceOptions } from './options.ts';

export type Logging = ReturnType<typeof createLogging>;

export function createLogging({ dataDir, logLevel }: Pick<ServiceOptions, 'dataDir' | 'logLevel'>) {
  const path = join(dataDir, 'log', 'mensura.log');
  const file = new LogFile(path);
  const ring = new LogRing({ file: path });
  let level = logLevel;
  for (const stream of [process.stdout, process.stderr]) {
    // The reader of the pipe may end first. An unhandled error would then end the process during a clean stop.
    stream.on('error', () => {});
  }
  const logger = createLogger({ level: () => level, sinks: [terminalSink, file, ring] });
  return {
    logger,
    /** The newest lines of this run. */
    ring,
    /** Writes lines of this level and above from now on. */
    setLevel: (wanted: LogLevel): void => {
      level = wanted;
    },
    /** Starts the file. Call it when the service has started and owns the data folder. */
    start: (): void => {
      try {
        file.start();
      } catch (error) {
        logger
          .child('log')
          .warn(`cannot write the log file, using standard error until it is writable: ${errorText(error)}`);
      }
    },
    stop: (): void => file.stop(),
  };
}
