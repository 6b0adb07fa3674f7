import { LoaderCircle, Unplug } from 'lucide-react';
import { serviceAddress } from '../app/address.ts';
import { EmptyState } from './empty-state.tsx';
import { Notice } from './notice.tsx';

export function Connecting() {
  return (
    <EmptyState icon={<LoaderCircle aria-hidden size={26} className="turning" />} title="Connecting to Mensura…">
      <p className="dim">
        The service at <span className="mono">{serviceAddress()}</span> is starting or has not responded yet.
      </p>
    </EmptyState>
  );
}

export interface UnreachableProps {
  /** Object of the sentence: "the devices". */
  what: string;
  onRetry: () => void;
}

export function Unreachable({ what, onRetry }: UnreachableProps) {
  return (
    <EmptyState icon={<Unplug aria-hidden size={26} />} title="Cannot reach Mensura">
      <p className="dim">
        Cannot load {what}: no response from <span className="mono">{serviceAddress()}</span>. Start Mensura on this
        computer if it is stopped. This window reconnects automatically.
      </p>
      <button type="button" className="button" onClick={onRetry}>
        Retry now
      </button>
    </EmptyState>
  );
}

/** Above a settings form while the service is unreachable. */
export function ReadOnlyNotice() {
  return (
    <Notice tone="warning" title="Cannot save changes">
      <p>The service is not responding. Your edits stay in the form.</p>
    </Notice>
  );
}
