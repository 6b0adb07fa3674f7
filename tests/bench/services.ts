/** The built service as it is measured: watched, so that its end is told. */
import type { AtEnd } from '../support/ends.ts';
import { startPublishing } from '../support/load/publishing.ts';
import { type RunningService, type StartServiceOptions, startService } from '../support/service.ts';
import { watchProcess } from './watch.ts';

const NAME = 'The service';

/** As `startPublishing`; until its end it must not end. */
export async function startWatchedPublishing(
  atEnd: AtEnd,
  ...how: Parameters<typeof startPublishing> extends [AtEnd, ...infer Rest] ? Rest : never
): Promise<RunningService> {
  const service = await startPublishing(atEnd, ...how);
  atEnd(watchProcess(service.process, NAME));
  return service;
}

/** As `startService`; until it is stopped it must not end. */
export async function startWatchedService(options: StartServiceOptions): Promise<RunningService> {
  const service = await startService(options);
  const release = watchProcess(service.process, NAME);
  return {
    ...service,
    stop: () => {
      release();
      return service.stop();
    },
  };
}
