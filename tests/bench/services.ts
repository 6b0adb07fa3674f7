/** The built service, watched, so that its unexpected end is reported. */
import type { AtEnd } from '../support/ends.ts';
import { startPublishing } from '../support/load/publishing.ts';
import { type RunningService, type StartServiceOptions, startService } from '../support/service.ts';
import { watchProcess } from './watch.ts';

const NAME = 'The service';

/** As `startPublishing`, but an end before it is stopped is reported. */
export async function startWatchedPublishing(
  atEnd: AtEnd,
  ...how: Parameters<typeof startPublishing> extends [AtEnd, ...infer Rest] ? Rest : never
): Promise<RunningService> {
  const service = await startPublishing(atEnd, ...how);
  atEnd(watchProcess(service.process, NAME));
  return service;
}

/** As `startService`, but an end before it is stopped is reported. */
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
