/** Emulated SensGates that a service asks. */

import { createGateway, type EmulatedGateway, type GatewayOptions } from '../../emulator/gateway/gateway.ts';
import { atEnd } from '../../support/at-end.ts';
import { freePort } from '../../support/free-port.ts';
import type { Station } from './station.ts';

/** How often they are asked, in milliseconds. */
export const PERIOD_MS = 200;

/** The values of the published line: 102466 Pa, 24.87 °C, 66.81 %rh. */
const PUBLISHED = ['102466', '24.87', '66.81'];

/** Plugs in a gateway with one instrument, E24638 with the values of the published line unless told otherwise. */
export async function plugGateway(options: GatewayOptions = {}): Promise<EmulatedGateway> {
  // A port that nobody else gets while the gateway is off.
  const port = await freePort();
  const gateway = createGateway({
    port,
    instruments: [{ serial: 'E24638', values: PUBLISHED, pollMs: 100 }],
    ...options,
  });
  await gateway.start();
  atEnd(() => gateway.stop());
  return gateway;
}

/** Lets a service ask it. @returns the id of the gateway there */
export function ask(station: Station, { host, port }: EmulatedGateway, name = `Gateway ${port}`): Promise<string> {
  return station.add({ kind: 'sensgate', name, host, port, period_ms: PERIOD_MS });
}
