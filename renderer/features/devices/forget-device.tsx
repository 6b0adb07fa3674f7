import { Dialog } from '@base-ui/react/dialog';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { AppDevice } from '../../../service/contract/index.ts';
import { showToast } from '../../app/toasts.tsx';
import { useAction } from '../../components/config-editor/use-action.ts';
import { FieldError } from '../../components/form/field.tsx';
import { Modal } from '../../components/modal.tsx';
import { deviceName } from '../../data/devices/labels.ts';
import { forgetDevice } from '../../data/devices/requests.ts';

/** Removes a disconnected device from the list, after a confirmation. */
export function ForgetDevice({ device }: { device: AppDevice }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className="button" data-command="forget" onClick={() => setAsking(true)}>
        Forget device…
      </button>
      {asking && <ForgetDialog device={device} onClose={() => setAsking(false)} />}
    </>
  );
}

function ForgetDialog({ device, onClose }: { device: AppDevice; onClose: () => void }) {
  const { run, busy, failure } = useAction();
  const [, navigate] = useLocation();
  const name = deviceName(device);
  /** The page of the device, with the button that opened the dialog, may be gone before the response. */
  const isForgetting = useRef(false);
  const forget = async (): Promise<void> => {
    isForgetting.current = true;
    const forgotten = await run(() => forgetDevice(device));
    isForgetting.current = forgotten !== undefined;
    if (!forgotten) return;
    showToast({ title: `Forgot ${name} (${device.serial})` });
    onClose();
    navigate('/devices');
  };
  return (
    <Modal
      isQuestion
      onClose={() => !busy && onClose()}
      title={`Forget ${name}?`}
      finalFocus={() => {
        // The library would focus the first control of the page instead of the page.
        if (isForgetting.current) document.querySelector<HTMLElement>('main')?.focus();
        return !isForgetting.current;
      }}
    >
      <Dialog.Description className="dim">
        {name} ({device.serial}) leaves the list until it connects again. Its history, name, notes and alarm rules stay;
        its alarms from rules for several devices are cleared.
      </Dialog.Description>
      <FieldError text={failure?.message} />
      <div className="dialog-actions">
        <Dialog.Close className="button" disabled={busy}>
          Cancel
        </Dialog.Close>
        <button type="button" className="button danger" disabled={busy} onClick={() => void forget()}>
          {busy ? 'Forgetting…' : 'Forget device'}
        </button>
      </div>
    </Modal>
  );
}
