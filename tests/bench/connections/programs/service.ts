/**
 * The service with simulated devices that are neither stored nor published, to measure only the event stream. Its
 * setting `simulate` switches them on and off.
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
