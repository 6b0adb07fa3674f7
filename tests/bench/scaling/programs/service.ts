/**
 * The service itself with simulated instruments that are published and kept: none fails and none is unplugged, so that
 * every moment has a reading of each channel. Its setting `simulate` lets them come and go.
 */
import { createService } from '../../../../service/service.ts';
import { createLogging } from '../../../../service/settings/logging.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { runServer } from '../../servers/child.ts';
import type { Load } from '../load.ts';
import { answerQuestions } from './own-figures.ts';

/** Three real channels and four virtual ones. */
const PRODUCTS = ['VCP-PTH450-CAL'];

runServer(async ({ input, dataDir }) => {
  const { devices, periodMs } = JSON.parse(input) as Load;
  const simulate = { usb: 0, gateway: devices, products: PRODUCTS, hotPlug: false, faults: false };
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
      // Said here, not in the settings: how many, and how often. Whether at all is left to the settings.
      overridden: { simulate_usb: 'here', simulate_gateway: 'here', simulate_period: 'here' },
    },
    { host: 'headless', logger: silentLogger, log: createLogging({ dataDir, logLevel: 'error' }) },
  );
  await service.start();
  answerQuestions();
  return service.url;
});
