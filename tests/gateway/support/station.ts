/** A built service with what the tests of gateways ask of it. */
import type { AppDevice, AppDevices, GatewayInput, GatewayView } from '../../../service/contract/index.ts';
import { atEnd } from '../../support/at-end.ts';
import { type EventClient, openEvents } from '../../support/events.ts';
import { type Answer, request } from '../../support/raw-http.ts';
import { serve } from '../../support/rig.ts';
import { type Reads, reads } from '../../support/serial/reads.ts';
import type { RunningService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

export interface Station {
  service: RunningService;
  /** What is attached here. */
  here: Reads;
  /** What is behind gateways. */
  behind: Reads;
  send(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Answer>;
  /** Adds a gateway. @throws Error with what the service answers when it refuses */
  add(input: GatewayInput): Promise<string>;
  view(id: string): Promise<GatewayView>;
  /** Waits until the gateway is as it shall be. */
  sees(what: string, id: string, fits: (view: GatewayView) => boolean, patienceMs?: number): Promise<GatewayView>;
  /** A device of the gateway family, as the app API shows it; undefined when it is not there. */
  device(serial: string): Promise<AppDevice | undefined>;
  /** The number of an instrument at its gateway; undefined when it is not there. */
  nodeOf(serial: string): Promise<unknown>;
  /** Opens its event stream, which is closed at the end of the test file. */
  listen(): Promise<EventClient>;
}

/** Starts the service; `serve` has the parameters. */
export async function openStation(...given: Parameters<typeof serve>): Promise<Station> {
  const service = await serve(...given);
  const behind = reads(service, 'gateway');
  const send: Station['send'] = (method, path, body = {}) => {
    const headers: [string, string][] = [['Content-Type', 'application/json']];
    return request(service.port, { method, path, headers, body: JSON.stringify(body) });
  };
  const view: Station['view'] = async (id) => (await behind.get(`/app/v1/gateways/${id}`)).json<GatewayView>();
  return {
    service,
    here: reads(service),
    behind,
    send,
    view,
    add: async (input) => {
      const answer = await send('POST', '/app/v1/gateways', input);
      if (answer.status !== 201) throw new Error(`The gateway was refused: ${answer.text}`);
      return answer.json<GatewayView>().id;
    },
    sees: async (what, id, fits, patienceMs) => {
      let last: GatewayView | undefined;
      const look = async (): Promise<GatewayView | undefined> => {
        last = await view(id);
        return fits(last) ? last : undefined;
      };
      return until(what, look, patienceMs).catch((cause: unknown) => {
        throw new Error(`${what}; it is ${JSON.stringify(last)}`, { cause });
      });
    },
    device: async (serial) => {
      const { devices } = (await behind.get('/app/v1/devices')).json<AppDevices>();
      return devices.find((device) => device.family === 'gateway' && device.serial === serial);
    },
    nodeOf: async (serial) => (await behind.devices())[serial]?.connections['gateway']?.['node_id'],
    listen: async () => {
      const events = await openEvents(service.url);
      atEnd(events.close);
      return events;
    },
  };
}
