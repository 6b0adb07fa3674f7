import { useMemo } from 'react';
import type { AppDevice, GatewayView } from '../../../../service/contract/index.ts';
import { devicesByGateway } from '../../../data/devices/connections.ts';
import { formatCount } from '../../../data/format/numbers.ts';
import { behindCountWords, instrumentsWords } from '../../../data/gateways/labels.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { GatewayNodeItem } from './gateway-node.tsx';

/** Up to this many gateways are expanded at first. */
const OPEN = 3;

const NONE: readonly AppDevice[] = [];

export function NodeList({ gateway: { config, status } }: { gateway: GatewayView }) {
  const records = useReadable(useLive().devices.list);
  const behind = useMemo(() => devicesByGateway(records), [records]);
  const { gateways, gateway_count, instruments } = status;
  const more = gateway_count - gateways.length;
  return (
    <section className="details-section">
      <h3 className="facts-title">Devices</h3>
      {gateways.length === 0 ? (
        <p className="dim">No devices yet</p>
      ) : (
        <>
          <p className="dim">
            {behindCountWords(config.kind, gateway_count)}, {instrumentsWords(instruments)}
          </p>
          <ul className="nodes">
            {gateways.map((node) => (
              <GatewayNodeItem
                key={node.gateway_serial}
                node={node}
                name={config.kind === 'sensgate' ? config.name : ''}
                devices={behind.get(node.gateway_serial) ?? NONE}
                openAtFirst={gateways.length <= OPEN}
              />
            ))}
          </ul>
          {more > 0 && <p className="dim">{formatCount(more)} more</p>}
        </>
      )}
    </section>
  );
}
