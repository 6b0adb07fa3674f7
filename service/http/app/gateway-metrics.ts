import { type GatewayStatus, type GatewayView, gatewayStateSchema } from '../../contract/index.ts';
import type { Metric } from './metric.ts';

export function gatewayMetrics(gateways: readonly GatewayView[]): Metric[] {
  const ofEach = (
    name: string,
    type: Metric['type'],
    help: string,
    value: (status: GatewayStatus) => number,
  ): Metric => ({
    name: `mensura_gateway_${name}`,
    type,
    help,
    samples: gateways.map(({ config, status }) => [{ gateway: config.name }, value(status)]),
  });
  return [
    {
      name: 'mensura_gateways',
      type: 'gauge',
      help: 'Gateways by state.',
      samples: gatewayStateSchema.options.map((state) => [
        { state },
        gateways.filter(({ status }) => status.state === state).length,
      ]),
    },
    ofEach('online', 'gauge', '1 if the gateway is connected, otherwise 0.', ({ state }) => Number(state === 'online')),
    ofEach('instruments', 'gauge', 'Connected devices of the gateway.', ({ instruments }) => instruments),
    ofEach('received_total', 'counter', 'Valid responses or messages since the start.', ({ received }) => received),
    ofEach('refused_total', 'counter', 'Invalid responses or messages since the start.', ({ refused }) => refused),
  ];
}
