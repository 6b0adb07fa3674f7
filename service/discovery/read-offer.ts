/** Validates received offers: anyone on the network can send anything. */
import * as z from 'zod';
import {
  type GatewayOffer,
  gatewayOfferSchema,
  hostError,
  MQTT_ADVANCED_DEFAULTS,
  nameError,
  pathError,
} from '../contract/index.ts';
import { isLoopbackHost } from '../support/loopback-host.ts';
import { ADVERT_VERSION } from './adverts.ts';
import type { ReceivedAdvert } from './local-network.ts';

/** Characters without a safe display: control and format characters, lone surrogates, unassigned ones. */
const NOT_SHOWN = /[\p{C}\p{Zl}\p{Zp}]/u;

const text = (problem: (value: string) => string | undefined) =>
  z.string().refine((value) => problem(value) === undefined && !NOT_SHOWN.test(value));

const { installation, port, transport } = gatewayOfferSchema.shape;

/** Other keys are allowed: a later version may add some (RFC 6763, 6.4). */
const heardSchema = z.object({
  port,
  txt: z.object({
    v: z.literal(ADVERT_VERSION),
    installation,
    broker: text(hostError).refine((host) => !isLoopbackHost(host)),
    prefix: text(nameError),
    tls: z.enum(['0', '1']),
    transport: transport.default('tcp'),
    path: text(pathError).optional(),
  }),
});

/** @returns undefined for an advert that Mensura would not publish */
export function readOffer(heard: ReceivedAdvert): GatewayOffer | undefined {
  const { data } = heardSchema.safeParse(heard);
  if (!data) return undefined;
  const { txt } = data;
  return {
    installation: txt.installation,
    host: txt.broker,
    port: data.port,
    ssl: txt.tls === '1',
    transport: txt.transport,
    path: txt.transport === 'websocket' ? (txt.path ?? MQTT_ADVANCED_DEFAULTS.path) : '',
    prefix: txt.prefix,
  };
}
