import { LoaderCircle } from 'lucide-react';
import { Notice } from '../../../components/notice.tsx';
import { moveFocus } from './move-focus.ts';
import './simulated.css';
import { useSimulated } from './use-simulated.ts';

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
      <div role="alert">
        {failure && (
          <Notice tone="warning" title="Cannot show simulated devices">
            <p>{failure}</p>
          </Notice>
        )}
      </div>
    </div>
  );
}
