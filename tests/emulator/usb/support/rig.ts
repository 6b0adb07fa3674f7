/** A USB/IP server with instruments on it, as a test needs them; ended after the test. */
import { onTestFinished } from 'vitest';
import type { Misbehaviour } from '../control.ts';
import { MisbehavingInstrument } from '../models/misbehaving.ts';
import { type ProductOptions, playLines, playProduct } from '../models/products.ts';
import { CdcPort } from '../usbip/cdc-port.ts';
import { UsbipServer } from '../usbip/server.ts';
import { UsbDevice } from '../usbip/usb-device.ts';
import { UsbipClient } from './usbip-client.ts';

export async function startServer(): Promise<UsbipServer> {
  const server = new UsbipServer();
  await server.start();
  onTestFinished(() => server.stop());
  return server;
}

export interface Plugged {
  server: UsbipServer;
  client: UsbipClient;
  busId: string;
  /** OP_REP_IMPORT, as hexadecimal digits. */
  imported: string;
  instrument: MisbehavingInstrument;
  device: UsbDevice;
}

/** Puts an instrument in and imports it. */
export async function plug(options: ProductOptions, how: Misbehaviour = 'well'): Promise<Plugged> {
  const server = await startServer();
  const played = playProduct(options);
  const instrument = new MisbehavingInstrument(played);
  instrument.how = how;
  const serial = played.descriptors.kind === 'cdc-acm';
  const port = serial ? new CdcPort((send) => playLines(options, played, send)) : null;
  const device = new UsbDevice(instrument, port);
  const { busId } = server.plug(device);
  device.onUnplug = () => server.unplug(busId);
  const client = await connectTo(server);
  const imported = await client.import(busId);
  return { server, client, busId, imported, instrument, device };
}

export async function connectTo(server: UsbipServer): Promise<UsbipClient> {
  const client = await UsbipClient.connect(server.path);
  onTestFinished(() => client.close());
  return client;
}
