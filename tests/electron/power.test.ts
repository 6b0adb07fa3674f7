import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { handlePowerEvents, type PowerOptions } from '../../electron/power.ts';
import { silentLogger } from '../../service/support/logger.ts';

test('notifies the service after a resume and stops it before a shutdown', () => {
  const powerMonitor = new EventEmitter();
  const wake = vi.fn<() => void>();
  const quit = vi.fn<(reason: string) => Promise<void>>(async () => {});
  const end = handlePowerEvents({
    powerMonitor: powerMonitor as unknown as PowerOptions['powerMonitor'],
    service: { wake },
    quitter: { quit },
    logger: silentLogger,
  });
  powerMonitor.emit('suspend');
  powerMonitor.emit('lock-screen');
  expect(wake).not.toHaveBeenCalled();
  powerMonitor.emit('resume');
  expect(wake).toHaveBeenCalledTimes(1);
  const event = { preventDefault: vi.fn<() => void>() };
  powerMonitor.emit('shutdown', event);
  expect(event.preventDefault).toHaveBeenCalled();
  expect(quit).toHaveBeenCalledTimes(1);
  end();
  expect(powerMonitor.eventNames()).toEqual([]);
});
