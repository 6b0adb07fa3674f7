/** What Prometheus is told of the gateways. */
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
      help: 'Gateways by what they are doing.',
      samples: gatewayStateSchema.options.map((state) => [
        { state },
        gateways.filter(({ status }) => status.state === state).length,
      ]),
    },
    ofEach('online', 'gauge', 'Whether the gateway answers.', ({ state }) => Number(state === 'online')),
    ofEach('instruments', 'gauge', 'Instruments behind the gateway that are there.', ({ instruments }) => instruments),
    ofEach('received_total', 'counter', 'Answers or messages that were understood.', ({ received }) => received),
    ofEach('refused_total', 'counter', 'Answers or messages that were not understood.', ({ refused }) => refused),
  ];
}
