/**
 * The service itself with simulated devices that are published: every moment has a reading of each, and what is missing
 * shows.
 */
import { runServer } from './child.ts';
import { startSimulating } from './simulating.ts';

runServer(({ input, dataDir }) => {
  const { devices, periodMs } = JSON.parse(input) as { devices: number; periodMs: number };
  return startSimulating({ dataDir, gateway: devices, periodMs, published: true });
});
