/** The service in this process, with only simulated devices that neither fail nor disconnect. */
import { createService } from '../../../service/service.ts';
import { createLogging } from '../../../service/settings/logging.ts';
import { silentLogger } from '../../../service/support/logger.ts';

/** Three real channels and four virtual ones, so that each round measures the same. */
export const SEVEN_CHANNELS = ['VCP-PTH450-CAL'];

export interface SimulatingOptions {
  dataDir: string;
  /** Number of devices of each family. */
  usb?: number;
  gateway?: number;
  /** Their products; default any. */
  products?: string[];
  periodMs: number;
  /** Whether they are stored and published, as real ones are. */
  published: boolean;
  /** Whether the setting `simulate` switches them on and off; number and period are still those here. */
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
