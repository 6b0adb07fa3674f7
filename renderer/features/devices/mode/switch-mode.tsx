import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useRef, useState } from 'react';
import type { AppDevice, ProtocolName } from '../../../../service/contract/index.ts';
import { showToast } from '../../../app/toasts.tsx';
import { Modal } from '../../../components/modal.tsx';
import { FailureNotice } from '../../../components/notice.tsx';
import type { DeviceRecord } from '../../../data/devices/device-store.ts';
import { deviceName, MODE_WORDS, OPPOSITE_MODE } from '../../../data/devices/labels.ts';
import type { ModeSwitch } from '../../../data/devices/mode-switch-tracker.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { RequestError } from '../../../data/requests.ts';
import { RestartProgress } from './switch-notice.tsx';

export function SwitchMode({ record }: { record: DeviceRecord }) {
  const { device, gone } = record;
  if (device.protocol === null || device.simulated) return null;
  if (!device.can_switch_protocol && gone) return null;
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

function SwitchButton({ record, mode }: { record: DeviceRecord; mode: ProtocolName }) {
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

interface SwitchDialogProps {
  record: DeviceRecord;
  wanted: ProtocolName;
  onClose: () => void;
}

function SwitchDialog({ record, wanted, onClose }: SwitchDialogProps) {
  const { device, gone } = record;
  const { request, busy, failure } = useSwitchRequest(record, wanted, onClose);
  const word = MODE_WORDS[wanted];
  // Another window may have switched it, or the response was lost.
  const isThere = gone === null && device.protocol === wanted;
  const hasFailed = failure !== '';
  const { serial } = device;
  useEffect(() => {
    if (!isThere) return;
    if (hasFailed) showToast({ title: `${serial} switched to ${word} mode` });
    onClose();
  }, [isThere, hasFailed, serial, word, onClose]);
  return (
    <Modal isQuestion onClose={onClose} title={`Switch ${nameAndSerial(device)} to ${word} mode?`}>
      <Dialog.Description render={<div className="mode-consequences" />}>
        <Consequences device={device} wanted={wanted} />
      </Dialog.Description>
      <FailureNotice title={`Cannot switch to ${word} mode`} text={failure} />
      <div className="dialog-actions">
        <Dialog.Close className="button">{busy ? 'Close' : 'Cancel'}</Dialog.Close>
        <button
          type="button"
          className="button primary"
          aria-disabled={busy || gone !== null}
          onClick={() => {
            if (!busy && gone === null) void request();
          }}
        >
          {busy ? 'Switching…' : `Switch to ${word} mode`}
        </button>
      </div>
    </Modal>
  );
}

interface SwitchRequest {
  request: () => Promise<void>;
  busy: boolean;
  /** Why switching failed; empty otherwise. */
  failure: string;
}

function useSwitchRequest({ device }: DeviceRecord, wanted: ProtocolName, onDone: () => void): SwitchRequest {
  const { switches } = useLive();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const request = async (): Promise<void> => {
    setBusy(true);
    setFailure('');
    try {
      await switches.begin(device, wanted);
      if (isOpen.current) onDone();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (isOpen.current) setFailure(error.message);
      else showToast({ title: `Cannot switch ${device.serial} to ${MODE_WORDS[wanted]} mode`, text: error.message });
    } finally {
      setBusy(false);
    }
  };
  return { request, busy, failure };
}

function nameAndSerial(device: AppDevice): string {
  const name = deviceName(device);
  return name === device.serial ? name : `${name} (${device.serial})`;
}

function Consequences({ device, wanted }: { device: AppDevice; wanted: ProtocolName }) {
  const port = device.device.connections.vcp?.port;
  return (
    <ul>
      <li>The device disconnects, restarts and reconnects automatically. Its charts show a gap.</li>
      {wanted === 'vcp' ? (
        <li>
          The device then appears as a serial port. Programs that use the USB protocol may not detect it until you
          switch back. On Windows, the vendor’s tools detect devices only in USB mode.
        </li>
      ) : (
        <li>
          The serial port {port && <span className="mono">{port}</span>} is removed. Programs that read it, such as a
          terminal, cannot read the device until you switch back.
        </li>
      )}
      <li>The device stores this setting. Unplugging does not change it.</li>
    </ul>
  );
}
