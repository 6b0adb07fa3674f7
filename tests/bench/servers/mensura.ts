/** The service itself with ten simulated devices of seven channels, sampling every second. */
import { createService } from '../../../service/service.ts';
import { createLogging } from '../../../service/settings/logging.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { runServer } from './child.ts';

/** Three real channels and four virtual ones, and no surprises: each round shall measure the same. */
const SIMULATION = { usb: 10, gateway: 0, products: ['VCP-PTH450-CAL'], hotPlug: false, faults: false };

runServer(async ({ dataDir }) => {
  const service = createService(
    {
      port: 0,
      dataDir,
      simulate: SIMULATION,
      simulatePeriodMs: 1000,
      simulateSeed: 1,
      simulatePublish: false,
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
