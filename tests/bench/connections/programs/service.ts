/**
 * The service itself with simulated instruments that are neither kept nor published: what is measured is telling of
 * them. Its setting `simulate` lets them come and go.
 */
import { answerQuestions } from '../../scaling/programs/own-figures.ts';
import { runServer } from '../../servers/child.ts';
import { SEVEN_CHANNELS, startSimulating } from '../../servers/simulating.ts';
import type { TellingTask } from '../telling.ts';

runServer(async ({ input, dataDir }) => {
  const { devices, periodMs } = JSON.parse(input) as TellingTask;
  const given = { dataDir, usb: devices, products: SEVEN_CHANNELS, periodMs };
  const url = await startSimulating({ ...given, published: false, isSwitched: true });
  answerQuestions();
  return url;
});
