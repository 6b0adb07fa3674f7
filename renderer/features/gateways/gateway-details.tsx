import { ChevronRight } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { AppDevice, GatewayNode, GatewayView } from '../../../service/contract/index.ts';
import { Badge } from '../../components/badge.tsx';
import { DetailGroup, DetailRow, EntryDetails } from '../../components/facts.tsx';
import { healthLabel, secondsUntil } from '../../data/config-items/labels.ts';
import { devicesByGateway } from '../../data/devices/connections.ts';
import { type Badge as BadgeContent, deviceName } from '../../data/devices/labels.ts';
import { formatCount, formatLatency, formatTimestamp, NO_VALUE, plural } from '../../data/format/numbers.ts';
import { behindCountWords, gatewayHealth, gatewayTypeLabel } from '../../data/gateways/labels.ts';
import { useLive, useReadable, useServiceNow } from '../../data/react.ts';
import { deviceRoute } from '../devices/routes.ts';
import { GATEWAYS } from './gateways.ts';
import { UnknownResponse } from './unknown-response.tsx';

const SHOWN = 50;

const ONLINE: BadgeContent = { word: 'Connected', tone: 'good' };
const OFFLINE: BadgeContent = { word: 'Disconnected', tone: 'warning' };

interface GatewayNodeItemProps {
  node: GatewayNode;
  /** The user's name for it; empty if none. */
  name: string;
  devices: readonly AppDevice[];
  openAtFirst: boolean;
}

function GatewayNodeItem({ node, name, devices, openAtFirst }: GatewayNodeItemProps) {
  const [isOpen, setOpen] = useState(openAtFirst);
  const id = useId();
  const more = devices.length - SHOWN;
  return (
    <li className="node">
      <button
        type="button"
        className="node-head"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight aria-hidden size={14} className="node-mark" />
        <span className="node-title">
          <span>
            {name || gatewayTypeLabel(node.gateway_serial)} <span className="mono">{node.gateway_serial}</span>
          </span>
          <span className="dim">{plural(node.instruments, 'device')}</span>
        </span>
        <Badge badge={node.online ? ONLINE : OFFLINE} />
      </button>
      <ul id={id} hidden={!isOpen} className="node-devices">
        {isOpen && devices.slice(0, SHOWN).map((device) => <DeviceLink key={device.serial} device={device} />)}
        {isOpen && more > 0 && <li className="dim">{formatCount(more)} more on the Devices page</li>}
        {isOpen && devices.length === 0 && <li className="dim">No devices connected</li>}
      </ul>
    </li>
  );
}

function DeviceLink({ device }: { device: AppDevice }) {
  return (
    <li>
      <Link href={deviceRoute(device)} className="node-device">
        <span className="ellipsis">{deviceName(device)}</span>
        <span className="mono dim">{device.serial}</span>
      </Link>
    </li>
  );
}

/** Up to this many gateways are expanded at first. */
const OPEN = 3;

const NONE: readonly AppDevice[] = [];

function NodeList({ gateway: { config, status } }: { gateway: GatewayView }) {
  const records = useReadable(useLive().devices.list);
  const behind = useMemo(() => devicesByGateway(records), [records]);
  const { gateways, gateway_count, instruments } = status;
  const more = gateway_count - gateways.length;
  return (
    <section className="details-section">
      <h3 className="facts-title">Devices</h3>
      {gateways.length === 0 ? (
        <p className="dim">No devices connected</p>
      ) : (
        <>
          <p className="dim">
            {behindCountWords(config.kind, gateway_count)}, {plural(instruments, 'device')}
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

export function GatewayDetails({ gateway }: { gateway: GatewayView }) {
  const { unknown_answer, error } = gateway.status;
  return (
    <EntryDetails label={GATEWAYS.detailsTitle}>
      <Figures gateway={gateway} />
      <NodeList gateway={gateway} />
      {/* While there is an error, the notice above the form shows it. */}
      {unknown_answer && (!error || !gateway.config.enabled) && (
        <section className="details-section">
          <h3 className="facts-title">Latest invalid response</h3>
          <UnknownResponse answer={unknown_answer} />
        </section>
      )}
    </EntryDetails>
  );
}

function Figures({ gateway }: { gateway: GatewayView }) {
  const { config, status } = gateway;
  const what = config.kind === 'sensgate' ? 'Responses' : 'Messages';
  return (
    <DetailGroup title="Status">
      <DetailRow name="State">{`${healthLabel(gatewayHealth(gateway))} since ${formatTimestamp(Date.parse(status.since))}`}</DetailRow>
      {config.enabled && status.next_retry !== null && <NextTry at={status.next_retry} />}
      <DetailRow name="Latency">
        <span
          title={
            config.kind === 'sensgate'
              ? 'Response time of the last request'
              : 'Delay of the last reading. Depends on the clocks of both computers.'
          }
        >
          {status.latency_ms === null ? NO_VALUE : formatLatency(status.latency_ms)}
        </span>
      </DetailRow>
      <DetailRow name={`${what} since startup`}>{formatCount(status.received)}</DetailRow>
      <DetailRow name="Invalid">
        <span className={status.refused > 0 ? 'form-warning' : undefined}>{formatCount(status.refused)}</span>
      </DetailRow>
    </DetailGroup>
  );
}

function NextTry({ at }: { at: string }) {
  const seconds = secondsUntil(at, useServiceNow()) ?? 0;
  return <DetailRow name="Next attempt">{seconds > 0 ? `in ${formatCount(seconds)} s` : 'now'}</DetailRow>;
}
