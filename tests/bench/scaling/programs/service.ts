/**
 * The service itself with simulated instruments that are published and kept: every moment has a reading of each channel.
 * Its setting `simulate` lets them come and go.
 */
import { runServer } from '../../servers/child.ts';
import { SEVEN_CHANNELS, startSimulating } from '../../servers/simulating.ts';
import type { Load } from '../load.ts';
import { answerQuestions } from './own-figures.ts';

runServer(async ({ input, dataDir }) => {
  const { devices, periodMs } = JSON.parse(input) as Load;
  const given = { dataDir, gateway: devices, products: SEVEN_CHANNELS, periodMs };
  const url = await startSimulating({ ...given, published: true, isSwitched: true });
  answerQuestions();
  return url;
});
