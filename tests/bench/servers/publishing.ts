/**
 * The service with published simulated devices. Every sample set has a reading of each, which reveals missing ones.
 */
import { runServer } from './child.ts';
import { startSimulating } from './simulating.ts';

runServer(({ input, dataDir }) => {
  const { devices, periodMs } = JSON.parse(input) as { devices: number; periodMs: number };
  return startSimulating({ dataDir, gateway: devices, periodMs, published: true });
});
