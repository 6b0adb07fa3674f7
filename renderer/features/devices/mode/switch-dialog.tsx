import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useEffect, useRef, useState } from 'react';
import type { AppDevice, ProtocolName } from '../../../../service/contract/index.ts';
import { showToast } from '../../../app/toasts.tsx';
import { Notice } from '../../../components/notice.tsx';
import type { DeviceRecord } from '../../../data/devices/device-store.ts';
import { deviceName, MODE_WORDS } from '../../../data/devices/labels.ts';
import { useLive } from '../../../data/react.ts';
import { RequestError } from '../../../data/requests.ts';

export interface SwitchDialogProps {
  record: DeviceRecord;
  wanted: ProtocolName;
  onClose: () => void;
}

export function SwitchDialog({ record, wanted, onClose }: SwitchDialogProps) {
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
    <AlertDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="popup dialog">
          <AlertDialog.Title className="dialog-title">
            Switch {nameAndSerial(device)} to {word} mode?
          </AlertDialog.Title>
          <AlertDialog.Description render={<div className="mode-consequences" />}>
            <Consequences device={device} wanted={wanted} />
          </AlertDialog.Description>
          <div role="alert">
            {hasFailed && (
              <Notice tone="bad" title={`Cannot switch to ${word} mode`}>
                <p>{failure}</p>
              </Notice>
            )}
          </div>
          <div className="dialog-actions">
            <AlertDialog.Close className="button">{busy ? 'Close' : 'Cancel'}</AlertDialog.Close>
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
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
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
