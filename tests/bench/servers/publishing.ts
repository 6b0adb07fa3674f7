/**
 * The service itself with simulated devices that are published: none fails and none is unplugged, so that every moment
 * has a reading of each, and what is missing shows.
 */
import { createService } from '../../../service/service.ts';
import { createLogging } from '../../../service/settings/logging.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { runServer } from './child.ts';

runServer(async ({ input, dataDir }) => {
  const { devices, periodMs } = JSON.parse(input) as { devices: number; periodMs: number };
  const simulate = { usb: 0, gateway: devices, hotPlug: false, faults: false };
  const service = createService(
    {
      port: 0,
      dataDir,
      simulate,
      simulatePeriodMs: periodMs,
      simulateSeed: 1,
      simulatePublish: true,
      serialPorts: [],
      headless: true,
      discovery: false,
      logLevel: 'error',
      overridden: {},
    },
    { host: 'headless', logger: silentLogger, log: createLogging({ dataDir, logLevel: 'error' }) },
  );
  await service.start();
  return service.url;
});
