/** A real broker for a test. */
import { atEnd } from '../at-end.ts';
import { launchMosquitto, type MosquittoBroker, type MosquittoOptions, removeMosquitto } from './broker.ts';

/** Starts Mosquitto on a free port of 127.0.0.1; it is ended at the end of the test file, if not before. */
export async function startMosquitto(options: MosquittoOptions = {}): Promise<MosquittoBroker> {
  const broker = await launchMosquitto(options);
  atEnd(() => removeMosquitto(broker));
  return broker;
}
