/** A service on which everything that has a name has a hostile one. */
import { type ChannelRef, channelPath } from '../../../service/contract/index.ts';
import { alarmOf, ruleOf } from '../../support/views/alarms.ts';
import { clientError, clientView } from '../../support/views/clients.ts';
import { databaseError, databaseView } from '../../support/views/databases.ts';
import { destinationError, destinationView } from '../../support/views/destinations.ts';
import { appDevice } from '../../support/views/devices.ts';
import { gatewayError, gatewayView } from '../../support/views/gateways.ts';
import { planOf, runOf } from '../../support/views/runs.ts';
import type { PlayedService } from './played-service.ts';

/** What a name may try. Each is there under every name that the pages show. */
export const HOSTILE_TEXTS = {
  /** Markup, handlers, quotes and templates; what runs of it calls `ran`. */
  code: `"><img src=x onerror=ran('image')><script>ran('script')</script><svg onload=ran('svg')>' onfocus=ran('focus') autofocus x='\${ran('literal')}{{constructor.constructor("ran('template')")()}}`,
  /** Where a link is made of it. */
  link: `javascript:ran('link')//`,
  /** Turns whatever follows around. */
  turning: 'Cold \u202Emoor',
  /** Writes over what stands before it, is not seen, ends lines, and steers a terminal. */
  unseen: 'Cold\u0338\u200B\u200D\u0000\u001B[2J\u001B]0;title\u0007\r\n\t\u2028room',
  /** No place to break, as long as the longest that is let in. */
  long: 'W'.repeat(255),
} as const;

export type HostileText = keyof typeof HOSTILE_TEXTS;

/** What the addresses of the pages call each one's device, client, gateway and alarm. */
export interface HostileKeys {
  serial: string;
  channel: string;
}

/** Serial and channel are themselves hostile; the hidden end keeps them apart. */
export function hostileKeys(kind: HostileText): HostileKeys {
  return { serial: HOSTILE_TEXTS[kind], channel: `${HOSTILE_TEXTS[kind].slice(0, 250)}#` };
}

/** Puts one of everything in for each hostile text. */
export function furnishHostile(service: PlayedService): void {
  for (const kind of Object.keys(HOSTILE_TEXTS) as HostileText[]) furnish(service, kind);
  const texts = Object.values(HOSTILE_TEXTS);
  service.gateways.offers = {
    enabled: true,
    offers: texts.map((text) => ({
      installation: 'MS0123456789',
      host: '127.0.0.1',
      port: 1883,
      ssl: false,
      transport: 'websocket',
      path: text,
      prefix: text,
      client: null,
    })),
  };
  const [first = ''] = texts;
  service.settings.stated = { ...service.settings.stated, data_folder: first, settings_file: first };
  service.checks = texts.map((text, index) => ({
    id: `check${index}`,
    title: text,
    state: 'missing' as const,
    text,
    remedy: text,
  }));
}

function furnish(service: PlayedService, kind: HostileText): void {
  const text = HOSTILE_TEXTS[kind];
  const { serial, channel } = hostileKeys(kind);
  const ref: ChannelRef = { family: 'usb', serial, channel };
  const now = Date.now();
  const fact = { unit: text, description: text };
  const device = appDevice({
    serial,
    name: text,
    alias: text,
    channels: { [channel]: { ...fact, value: 24.8344 }, broken: { ...fact, value: null } },
    reasons: { broken: text },
  });
  device.note = text;
  device.channel_labels = { broken: text.slice(0, 60) };
  device.channel_names = { broken: { alias: text, note: text } };
  device.device.model = text;
  device.device.info.vendor = text;
  device.product.info = { ...device.product.info, vendor: text, sku: text, interfaces: { usb: text, vcp: text } };
  device.device.connections.vcp = { port: text };
  service.put(device);
  service.put(
    appDevice({ serial, name: text, alias: text, node: 1, gateway: text, alsoBehind: [text], state: 'silent' }),
  );
  service.history.keep(
    ref,
    text,
    Array.from({ length: 120 }, (_, index) => [now - (120 - index) * 1000, 20 + index / 100]),
  );
  service.history.putMarker({ id: service.history.marked.size + 1, at: now - 20_000, text });
  service.mqtt.put(
    clientView({
      identifier: text,
      name: text,
      host: text,
      username: text,
      status: { state: 'failed', error: clientError('refused', text, text) },
    }),
  );
  const gateway = gatewayView({
    id: 'g',
    status: {
      state: 'failed',
      error: gatewayError('answer-unknown', text, text),
      unknown_answer: { path: text, status: 200, content_type: text, head: text },
      gateways: [{ gateway_serial: text, online: true, instruments: 1 }],
      gateway_count: 1,
    },
  });
  service.gateways.put({ ...gateway, id: text, config: { ...gateway.config, name: text } });
  const database = databaseView({
    id: 'b',
    status: {
      state: 'failed',
      error: databaseError('not-found', text, text),
      refused: { line: text, text, timestamp: new Date(now).toISOString() },
    },
  });
  service.databases.put({ ...database, id: text, config: { ...database.config, name: text } });
  const destination = destinationView({
    id: 'n',
    config: { kind: 'webhook' },
    status: { state: 'failed', error: destinationError('not-found', text, text) },
  });
  service.destinations.put({ ...destination, id: text, config: { ...destination.config, name: text } });
  service.alarms.putRule(ruleOf(text, { serial, channel }));
  service.alarms.put(alarmOf({ ...ref, id: text, rule: text, unit: text }));
  const place = { x: 0, y: 0, w: 4, h: 4, title: '' };
  const path = channelPath(ref);
  service.dashboards.put({
    id: text,
    dashboard: {
      name: text,
      tiles: [
        { ...place, id: 'value', kind: 'value', channel: path, span_ms: 600_000 },
        { ...place, id: 'gauge', kind: 'gauge', channel: path, min: null, max: null },
        { ...place, id: 'table', kind: 'table', channels: [path] },
        { ...place, id: 'text', kind: 'text', title: text, text },
        { ...place, id: 'client', kind: 'mqtt-client', client: text },
      ],
    },
  });
  // Not as an event, which would check it: no run can have a name of that length.
  const run = service.runs.runs.size + 1;
  service.runs.runs.set(
    run,
    runOf({
      id: run,
      name: text,
      operator: text,
      notes: text,
      tags: [text],
      channels: [{ ...ref, low: null, high: null }],
      attachments: [{ name: text, length: 1 }],
    }),
  );
  const start = { kind: 'limit', channel: ref, above: 60, below: null, hysteresis: 0 } as const;
  service.runPlans.plans.set(text, planOf({ name: text, operator: text, start }, { id: text, error: text }));
  service.log.say(text, { level: 'error', part: text });
  service.raise({ code: 'port-busy', subject: text, text, remedy: text });
}
