/** Deliberate breakages of the product, each of which `npm test` must notice. */
import { ALARMS } from './alarms.ts';
import { CLI } from './cli.ts';
import { COMPOSITION } from './composition.ts';
import { DESKTOP } from './desktop.ts';
import { HISTORY } from './history.ts';
import { HTTP } from './http.ts';
import { INSTRUMENTS } from './instruments.ts';
import { MQTT } from './mqtt.ts';
import { NETWORK } from './network.ts';
import { UPKEEP } from './upkeep.ts';
import { WINDOW } from './window.ts';

/** A breakage of one file. */
export interface Mutation extends Replacement {
  /** What is broken, in plain words. */
  what: string;
  /** The nearest test files of `npm test`: at least one of their tests must fail. */
  tests: readonly string[];
}

interface Replacement {
  /** From the tree's folder, with slashes. */
  file: string;
  /** Text that occurs exactly once. */
  find: string;
  replace: string;
}

/** All of them, by the part of the product that they break. */
export const MUTATIONS: Readonly<Record<string, readonly Mutation[]>> = {
  alarms: ALARMS,
  cli: CLI,
  composition: COMPOSITION,
  desktop: DESKTOP,
  history: HISTORY,
  http: HTTP,
  instruments: INSTRUMENTS,
  mqtt: MQTT,
  network: NETWORK,
  upkeep: UPKEEP,
  window: WINDOW,
};

/**
 * The text of a file with the breakage.
 * @throws Error when the text to be replaced is not there exactly once
 */
export function applied({ file, find, replace }: Replacement, text: string): string {
  const count = text.split(find).length - 1;
  if (count !== 1) throw new Error(`${file} has this ${count} times, not once: ${find}`);
  return text.replace(find, () => replace);
}
