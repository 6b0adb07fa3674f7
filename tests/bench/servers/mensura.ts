/** The service itself with ten simulated devices of seven channels, sampling every second. */
import { runServer } from './child.ts';
import { SEVEN_CHANNELS, startSimulating } from './simulating.ts';

runServer(({ dataDir }) =>
  startSimulating({ dataDir, usb: 10, products: SEVEN_CHANNELS, periodMs: 1000, published: false }),
);
