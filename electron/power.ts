import type { PowerMonitor } from 'electron';
import type { Service } from '../service/service.ts';
import type { Logger } from '../service/support/logger.ts';
import type { QuitController } from './quit.ts';

export interface PowerOptions {
  powerMonitor: Pick<PowerMonitor, 'on' | 'off'>;
  /** Undefined if another process hosts the service, which detects a resume itself. */
  service: Pick<Service, 'wake'> | undefined;
  quitter: Pick<QuitController, 'quit'>;
  logger: Logger;
}

/** Notifies the service after a resume, and stops it before a shutdown. @returns stops listening */
export function handlePowerEvents({ powerMonitor, service, quitter, logger }: PowerOptions): () => void {
  const suspend = (): void => logger.info('computer suspending');
  const resume = (): void => service?.wake();
  const shutdown = (event: { preventDefault(): void }): void => {
    // Delays the shutdown for a clean stop.
    event.preventDefault();
    void quitter.quit('session ending');
  };
  // Electron's types lack the argument of the event.
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
