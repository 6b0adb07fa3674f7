import { LoaderCircle } from 'lucide-react';
import { FieldError } from '../../../components/form/field.tsx';
import { FailureNotice } from '../../../components/notice.tsx';
import './simulated.css';
import { isSimulatedDevice } from '../../../data/devices/device-store.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { moveFocus, useSimulated } from './use-simulated.ts';

export function SimulatedOffer() {
  const { busy, failure, run } = useSimulated(true);
  return (
    <div className="simulated-offer">
      {/* Not disabled while it runs: the focus would be lost. */}
      <button
        ref={moveFocus}
        type="button"
        className="button primary"
        aria-disabled={busy}
        onClick={() => !busy && run()}
      >
        {busy && <LoaderCircle aria-hidden size={15} className="turning" />}
        {busy ? 'Starting…' : 'Try simulated devices'}
      </button>
      <p className="dim">
        The window always marks them. Their readings are generated, and not stored or published by default. Hide them at
        any time.
      </p>
      <FailureNotice tone="warning" title="Cannot show simulated devices" text={failure} />
    </div>
  );
}

export function SimulatedNote() {
  const { connection, devices } = useLive();
  const isLive = useReadable(connection).state === 'live';
  const isShown = useReadable(devices.list).some(isSimulatedDevice);
  return isLive && isShown && <Note />;
}

function Note() {
  const { busy, failure, run } = useSimulated(false);
  return (
    <div className="simulated-note">
      <p className="dim">
        Showing simulated devices.{' '}
        <button
          ref={moveFocus}
          type="button"
          className="link-button"
          aria-disabled={busy}
          onClick={() => !busy && run()}
        >
          {busy ? 'Hiding…' : 'Hide'}
        </button>
      </p>
      <FieldError text={failure} />
    </div>
  );
}
