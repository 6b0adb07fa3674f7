/**
 * The service itself with simulated instruments that are neither kept nor published: what is measured is telling of
 * them. None fails and none is unplugged. Its setting `simulate` lets them come and go.
 */
import { createService } from '../../../../service/service.ts';
import { createLogging } from '../../../../service/settings/logging.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { answerQuestions } from '../../scaling/programs/own-figures.ts';
import { runServer } from '../../servers/child.ts';
import type { TellingTask } from '../telling.ts';

/** Three real channels and four virtual ones. */
const PRODUCTS = ['VCP-PTH450-CAL'];

runServer(async ({ input, dataDir }) => {
  const { devices, periodMs } = JSON.parse(input) as TellingTask;
  const simulate = { usb: devices, gateway: 0, products: PRODUCTS, hotPlug: false, faults: false };
  const service = createService(
    {
      port: 0,
      dataDir,
      simulate,
      simulatePeriodMs: periodMs,
      simulateSeed: 1,
      simulatePublish: false,
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
