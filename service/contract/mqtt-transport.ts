/** How an MQTT client reaches its broker: the transport, and an HTTP proxy. */
import * as z from 'zod';
import { pathError, proxyError, proxyUserError } from './mqtt-rules.ts';
import { checked } from './mqtt-texts.ts';

/** How packets are carried: `ssl` adds TLS to either. */
export const MQTT_TRANSPORTS = { tcp: 'TCP', websocket: 'WebSocket' } as const;

export const transportFields = {
  transport: z.enum(['tcp', 'websocket'], { error: 'must be tcp or websocket' }).meta({
    description: 'Send MQTT over TCP or over WebSocket, with TLS if ssl is on.',
    default: 'tcp',
    field: {
      group: 'transport',
      label: 'Transport',
      help: 'WebSocket passes firewalls that permit only web traffic. The broker has its own port for it.',
      choices: MQTT_TRANSPORTS,
      flag: '--transport <transport>',
    },
  }),
  path: checked(pathError).meta({
    description: 'With WebSocket: path of the broker.',
    default: '/mqtt',
    field: {
      group: 'transport',
      label: 'WebSocket path',
      help: 'Used only with WebSocket. Most brokers use /mqtt.',
      placeholder: '/mqtt',
      mono: true,
      trim: true,
      flag: '--path <path>',
    },
  }),
  proxy: checked(proxyError).meta({
    description: 'Host and port of the HTTP proxy to the broker. Empty: none.',
    default: '',
    example: 'proxy.example:3128',
    field: {
      group: 'transport',
      label: 'HTTP proxy',
      help: 'Host and port, such as proxy.example:3128. Empty connects directly.',
      placeholder: 'None',
      mono: true,
      trim: true,
      flag: '--proxy <host:port>',
      flagHelp: 'HTTP proxy to the broker (CONNECT)',
    },
  }),
  proxy_username: checked(proxyUserError).meta({
    description: 'Username at the proxy.',
    default: '',
    field: {
      group: 'transport',
      label: 'Proxy username',
      help: 'Only if the proxy requires one.',
      placeholder: 'None',
      flag: '--proxy-user <name>',
    },
  }),
};
