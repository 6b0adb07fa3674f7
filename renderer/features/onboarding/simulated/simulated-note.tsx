import { useLive, useReadable } from '../../../data/react.ts';
import { moveFocus } from './move-focus.ts';
import './simulated.css';
import { useSimulated } from './use-simulated.ts';

export function SimulatedNote() {
  const { connection, devices } = useLive();
  const isLive = useReadable(connection).state === 'live';
  const isShown = useReadable(devices.list).some(({ device }) => device.simulated);
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
      <p role="alert" className="field-error">
        {failure}
      </p>
    </div>
  );
}
