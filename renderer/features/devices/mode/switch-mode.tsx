import { useState } from 'react';
import type { AppDevice, ProtocolName } from '../../../../service/contract/index.ts';
import type { DeviceRecord } from '../../../data/devices/device-store.ts';
import { MODE_WORDS, OPPOSITE_MODE } from '../../../data/devices/labels.ts';
import type { ModeSwitch } from '../../../data/devices/mode-switch-tracker.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { RestartProgress } from './restart-progress.tsx';
import { SwitchDialog } from './switch-dialog.tsx';

export function SwitchMode({ record }: { record: DeviceRecord }) {
  const { device } = record;
  if (device.protocol === null || device.simulated) return null;
  if (!device.can_switch_protocol) return <p className="dim mode-words">{whyFixed(device)}</p>;
  return <SwitchButton record={record} mode={device.protocol} />;
}

function whyFixed({ device }: AppDevice): string {
  const { usb, vcp } = device.config.protocol;
  if (usb && vcp) return 'Cannot change the mode over this connection.';
  return vcp ? 'This product supports only VCP mode.' : 'This product supports only USB mode.';
}

/** The notice above the charts in short: in a small window the details cover it. */
function HowItGoes({ change }: { change: ModeSwitch }) {
  if (change.phase === 'asking') return null;
  const words = {
    restarting: <RestartProgress change={change} />,
    overdue: 'The device did not reconnect. See the notice above the charts.',
    unchanged: 'The device did not change mode.',
  };
  return <p className="dim mode-words">{words[change.phase]}</p>;
}

interface SwitchButtonProps {
  record: DeviceRecord;
  mode: ProtocolName;
}

function SwitchButton({ record, mode }: SwitchButtonProps) {
  const { state } = useReadable(useLive().connection);
  const change = useModeSwitch(record.key);
  const phase = change?.phase;
  // The mode in the dialog; it stays while the device switches behind it.
  const [wanted, setWanted] = useState<ProtocolName | null>(null);
  const isUnderWay = phase === 'asking' || phase === 'restarting';
  const isDisconnected = record.gone !== null || state !== 'live';
  const other = MODE_WORDS[OPPOSITE_MODE[mode]];
  return (
    <>
      {/* Never `disabled`: it keeps the focus while the device restarts. */}
      <button
        type="button"
        className="button mode-switch"
        aria-disabled={isUnderWay || isDisconnected}
        onClick={() => {
          if (!isUnderWay && !isDisconnected) setWanted(OPPOSITE_MODE[mode]);
        }}
      >
        {isUnderWay ? `Switching to ${other} mode…` : `Switch to ${other} mode…`}
      </button>
      {change && <HowItGoes change={change} />}
      {wanted && <SwitchDialog record={record} wanted={wanted} onClose={() => setWanted(null)} />}
    </>
  );
}

/** The device's current mode switch; undefined without one. */
export function useModeSwitch(deviceKey: string): ModeSwitch | undefined {
  return useReadable(useLive().switches.all).get(deviceKey);
}
