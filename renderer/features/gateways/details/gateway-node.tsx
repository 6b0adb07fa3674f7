import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import type { AppDevice, GatewayNode } from '../../../../service/contract/index.ts';
import { Badge } from '../../../components/badge.tsx';
import { type Badge as BadgeContent, deviceName } from '../../../data/devices/labels.ts';
import { formatCount } from '../../../data/format/numbers.ts';
import { gatewayTypeLabel, instrumentsWords } from '../../../data/gateways/labels.ts';
import { deviceRoute } from '../../devices/routes.ts';

const SHOWN = 50;

const ONLINE: BadgeContent = { word: 'Connected', tone: 'good' };
const OFFLINE: BadgeContent = { word: 'Disconnected', tone: 'warning' };

export interface GatewayNodeItemProps {
  node: GatewayNode;
  /** The user's name for it; empty if none. */
  name: string;
  devices: readonly AppDevice[];
  openAtFirst: boolean;
}

export function GatewayNodeItem({ node, name, devices, openAtFirst }: GatewayNodeItemProps) {
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
          <span className="dim">{instrumentsWords(node.instruments)}</span>
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
