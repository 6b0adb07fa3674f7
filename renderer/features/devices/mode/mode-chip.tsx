import { Popover } from '@base-ui/react/popover';
import { Info } from 'lucide-react';
import type { AppDevice, ProtocolName } from '../../../../service/contract/index.ts';
import { DetailGroup, DetailRow } from '../../../components/facts.tsx';
import { MODE_HELP, MODE_WORDS } from '../../../data/devices/labels.ts';

export function ModeChip({ device, mode }: { device: AppDevice; mode: ProtocolName }) {
  const title = `${MODE_WORDS[mode]} mode`;
  return (
    <Popover.Root>
      <Popover.Trigger className="badge plain mode-chip" aria-label={`About ${title}`}>
        {MODE_WORDS[mode]}
        <Info aria-hidden size={12} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="bottom" align="start" sideOffset={6} collisionPadding={8} className="floating">
          <Popover.Popup className="popup mode-popup">
            <Popover.Title className="popup-title">{title}</Popover.Title>
            <Explanation mode={mode} />
            {device.simulated && <p>This device is simulated and behaves as a real device does in this mode.</p>}
            <Connections device={device} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Explanation({ mode }: { mode: ProtocolName }) {
  if (mode === 'usb') {
    return (
      <>
        <p>Mensura reads the device with the vendor’s USB protocol. The device does not provide a serial port.</p>
        <p className="dim">
          Use this mode for the vendor’s tools. On Windows, they detect devices only in this mode. Programs that read a
          serial port need VCP mode.
        </p>
      </>
    );
  }
  return (
    <>
      <p>
        The device appears as a serial port (VCP, virtual COM port) and sends readings as lines of text. Mensura reads
        them from that port.
      </p>
      <p className="dim">
        Use this mode for terminals and scripts. One program at a time can read the port. On Windows, the vendor’s tools
        do not detect devices in this mode.
      </p>
    </>
  );
}

function Connections({ device }: { device: AppDevice }) {
  const { usb, vcp } = device.device.connections;
  return (
    <DetailGroup title="Connections">
      <DetailRow name="Serial port" mono={vcp !== null}>
        {vcp?.port ?? 'None'}
      </DetailRow>
      <DetailRow name="USB" mono={usb !== null}>
        {usb ? `Bus ${usb.bus}, address ${usb.address}` : 'Unknown'}
      </DetailRow>
    </DetailGroup>
  );
}

export function ModeBadge({ mode }: { mode: ProtocolName }) {
  return (
    <span className="badge plain" title={`${MODE_WORDS[mode]} mode: ${MODE_HELP[mode]}.`}>
      {MODE_WORDS[mode]}
      <span className="visually-hidden"> mode</span>
    </span>
  );
}
