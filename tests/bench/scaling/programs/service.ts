/**
 * The service with simulated devices that are stored and published. Every sample set has a reading of each channel. The
 * setting `simulate` switches them on and off.
 */
import { runServer } from '../../servers/child.ts';
import { startSimulating } from '../../servers/simulating.ts';
import { type Load, PRODUCTS } from '../load.ts';
import { answerQuestions } from './own-figures.ts';
import { MainThreadProfiler } from './profiler.ts';

runServer(async ({ input, dataDir }) => {
  const { devices, channels, periodMs, isProfiled } = JSON.parse(input) as Load & { isProfiled: boolean };
  const given = { dataDir, gateway: devices, products: [PRODUCTS[channels]], periodMs };
  const url = await startSimulating({ ...given, published: true, isSwitched: true });
  answerQuestions(isProfiled ? new MainThreadProfiler() : undefined);
  return url;
});
