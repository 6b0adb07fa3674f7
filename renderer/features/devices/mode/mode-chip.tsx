/** The mode of an instrument; pressed, it explains itself. */
import { Popover } from '@base-ui/react/popover';
import { Info } from 'lucide-react';
import type { AppDevice, ProtocolName } from '../../../../service/contract/index.ts';
import { Fact, FactGroup } from '../../../components/facts.tsx';
import { MODE_WORDS } from '../../../data/devices/words.ts';

export interface ModeChipProps {
  device: AppDevice;
  mode: ProtocolName;
}

export function ModeChip({ device, mode }: ModeChipProps) {
  const title = `${MODE_WORDS[mode]} mode`;
  return (
    <Popover.Root>
      <Popover.Trigger className="badge plain mode-chip" aria-label={`${title}: what it means`}>
        {MODE_WORDS[mode]}
        <Info aria-hidden size={12} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="bottom" align="start" sideOffset={6} collisionPadding={8} className="floating">
          <Popover.Popup className="popup mode-popup">
            <Popover.Title className="popup-title">{title}</Popover.Title>
            <Explanation mode={mode} />
            {device.simulated && <p>This instrument is simulated: it acts as one in this mode.</p>}
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
        <p>Mensura reads the instrument by its maker’s USB protocol. It has no serial port.</p>
        <p className="dim">
          Good for the maker’s own tools: on Windows they see an instrument in this mode alone. Programs that read a
          serial port need VCP mode.
        </p>
      </>
    );
  }
  return (
    <>
      <p>
        The instrument appears as a serial port (VCP: virtual COM port) and sends its values as lines of text, which
        Mensura reads there.
      </p>
      <p className="dim">
        Good for a terminal or a script: any program can read the port, one at a time. On Windows the maker’s own tools
        do not see an instrument in this mode.
      </p>
    </>
  );
}

function Connections({ device }: { device: AppDevice }) {
  const { usb, vcp } = device.device.connections;
  return (
    <FactGroup title="Connections">
      <Fact name="Serial port" mono={vcp !== null}>
        {vcp?.port ?? 'none'}
      </Fact>
      <Fact name="USB" mono={usb !== null}>
        {usb ? `bus ${usb.bus}, address ${usb.address}` : 'not known'}
      </Fact>
    </FactGroup>
  );
}
