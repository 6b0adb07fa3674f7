/** The computer's sleep and its end. */
import type { PowerMonitor } from 'electron';
import type { Service } from '../service/service.ts';
import type { Logger } from '../service/support/logger.ts';
import type { Quitter } from './quit.ts';

export interface PowerOptions {
  powerMonitor: Pick<PowerMonitor, 'on' | 'off'>;
  /** Undefined where another process hosts the service: it notices by itself. */
  service: Pick<Service, 'wake'> | undefined;
  quitter: Pick<Quitter, 'quit'>;
  logger: Logger;
}

/** Tells the service when the computer woke, and stops it in good order before the computer goes off; the answer ends that. */
export function followPower({ powerMonitor, service, quitter, logger }: PowerOptions): () => void {
  const suspend = (): void => logger.info('computer suspending');
  const resume = (): void => service?.wake();
  const shutdown = (event: { preventDefault(): void }): void => {
    // Asks the system for the moment that a clean stop takes.
    event.preventDefault();
    void quitter.quit('session ending');
  };
  // The types know nothing of the event's argument, by which Electron lets the shutdown be delayed.
  const onShutdown = shutdown as () => void;
  powerMonitor.on('suspend', suspend);
  powerMonitor.on('resume', resume);
  powerMonitor.on('shutdown', onShutdown);
  return () => {
    powerMonitor.off('suspend', suspend);
    powerMonitor.off('resume', resume);
    powerMonitor.off('shutdown', onShutdown);
  };
}
