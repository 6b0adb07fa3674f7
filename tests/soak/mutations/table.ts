/** Deliberate breakages of the product, each of which `npm test` must notice. */
import { ALARMS } from './alarms.ts';
import { CLI } from './cli.ts';
import { COMPOSITION } from './composition.ts';
import { COMPUTED } from './computed.ts';
import { CORRECTIONS } from './corrections.ts';
import { DATABASES } from './databases.ts';
import { DELIVERY } from './delivery.ts';
import { DESKTOP } from './desktop.ts';
import { HISTORY } from './history.ts';
import { HTTP } from './http.ts';
import { INSTRUMENTS } from './instruments.ts';
import { MQTT } from './mqtt.ts';
import type { Mutation } from './mutation.ts';
import { NETWORK } from './network.ts';
import { NOTIFICATIONS } from './notifications.ts';
import { UPKEEP } from './upkeep.ts';
import { WINDOW } from './window.ts';

/** All of them, by the part of the product that they break. */
export const MUTATIONS: Readonly<Record<string, readonly Mutation[]>> = {
  alarms: ALARMS,
  cli: CLI,
  composition: COMPOSITION,
  computed: COMPUTED,
  corrections: CORRECTIONS,
  databases: DATABASES,
  delivery: DELIVERY,
  desktop: DESKTOP,
  history: HISTORY,
  http: HTTP,
  instruments: INSTRUMENTS,
  mqtt: MQTT,
  network: NETWORK,
  notifications: NOTIFICATIONS,
  upkeep: UPKEEP,
  window: WINDOW,
};
