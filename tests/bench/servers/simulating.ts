/** The service itself, in this process, with simulated devices alone: none fails and none is unplugged. */
import { createService } from '../../../service/service.ts';
import { createLogging } from '../../../service/settings/logging.ts';
import { silentLogger } from '../../../service/support/logger.ts';

/** Three real channels and four virtual ones, so that each round measures the same. */
export const SEVEN_CHANNELS = ['VCP-PTH450-CAL'];

export interface SimulatingOptions {
  dataDir: string;
  /** How many devices of each family. */
  usb?: number;
  gateway?: number;
  /** Their products; any unless given. */
  products?: string[];
  periodMs: number;
  /** Whether they are kept and published, as real ones are. */
  published: boolean;
  /** Whether its setting `simulate` lets them come and go; how many and how often is said here all the same. */
  isSwitched?: boolean;
}

/** @returns its address */
export async function startSimulating(options: SimulatingOptions): Promise<string> {
  const { dataDir, usb = 0, gateway = 0, products, periodMs, published, isSwitched = false } = options;
  const simulate = { usb, gateway, ...(products && { products }), hotPlug: false };
  const service = createService(
    {
      port: 0,
      dataDir,
      simulate,
      simulatePeriodMs: periodMs,
      simulateSeed: 1,
      simulateFaults: false,
      simulatePublish: published,
      serialPorts: [],
      headless: true,
      discovery: false,
      refuseOtherUsers: 'writes',
      logLevel: 'error',
      overridden: isSwitched ? { simulate_usb: 'here', simulate_gateway: 'here', simulate_period: 'here' } : {},
    },
    {
      host: 'headless',
      giveUp: () => process.exit(1),
      logger: silentLogger,
      log: createLogging({ dataDir, logLevel: 'error' }),
    },
  );
  await service.start();
  return service.url;
}
