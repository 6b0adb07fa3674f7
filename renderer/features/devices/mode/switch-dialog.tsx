/** Says what a switch of the mode entails, asks for it, and shows why it was refused. */
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useEffect, useRef, useState } from 'react';
import type { AppDevice, ProtocolName } from '../../../../service/contract/index.ts';
import { tell } from '../../../app/toasts.tsx';
import { Notice } from '../../../components/notice.tsx';
import type { DeviceRecord } from '../../../data/devices/device-store.ts';
import { deviceName, MODE_WORDS } from '../../../data/devices/words.ts';
import { useLive } from '../../../data/react.ts';
import { RequestError } from '../../../data/requests.ts';

export interface SwitchDialogProps {
  record: DeviceRecord;
  wanted: ProtocolName;
  onClose: () => void;
}

export function SwitchDialog({ record, wanted, onClose }: SwitchDialogProps) {
  const { device, gone } = record;
  const { ask, busy, failure } = useAsk(record, wanted, onClose);
  const word = MODE_WORDS[wanted];
  // It is what it shall be: by another window's doing, or although the answer got lost.
  const isThere = gone === null && device.protocol === wanted;
  const hasFailed = failure !== '';
  const { serial } = device;
  useEffect(() => {
    if (!isThere) return;
    if (hasFailed) tell({ title: `${serial} is in ${word} mode.` });
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
              <Notice tone="bad" title="It was not switched">
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
                if (!busy && gone === null) void ask();
              }}
            >
              {busy ? 'Asking it to switch' : `Switch to ${word}`}
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

interface Ask {
  ask: () => Promise<void>;
  busy: boolean;
  /** Why it was not switched, empty while nothing is wrong. */
  failure: string;
}

function useAsk({ device }: DeviceRecord, wanted: ProtocolName, onDone: () => void): Ask {
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
  const ask = async (): Promise<void> => {
    setBusy(true);
    setFailure('');
    try {
      await switches.begin(device, wanted);
      if (isOpen.current) onDone();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (isOpen.current) setFailure(error.message);
      else tell({ title: `${device.serial} was not switched to ${MODE_WORDS[wanted]} mode`, text: error.message });
    } finally {
      setBusy(false);
    }
  };
  return { ask, busy, failure };
}

/** The name, and what tells it from others of that name. */
function nameAndSerial(device: AppDevice): string {
  const name = deviceName(device);
  return name === device.serial ? name : `${name} (${device.serial})`;
}

function Consequences({ device, wanted }: { device: AppDevice; wanted: ProtocolName }) {
  const port = device.device.connections.vcp?.port;
  return (
    <ul>
      <li>The instrument restarts and is away for a few seconds. Its charts show a gap for that time.</li>
      {wanted === 'vcp' ? (
        <li>
          It appears as a serial port then. Programs that read it by its USB protocol may not find it any more until it
          is switched back; on Windows, the maker’s tools see instruments in USB mode alone.
        </li>
      ) : (
        <li>
          Its serial port {port && <span className="mono">{port}</span>} goes away. Programs that read it there, such as
          a terminal, do not find it any more until it is switched back.
        </li>
      )}
      <li>The instrument keeps this setting, also when it is unplugged.</li>
    </ul>
  );
}
