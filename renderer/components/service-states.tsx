/** What stands in the middle of a page while the service has said nothing yet, or cannot be reached. */
import { LoaderCircle, Unplug } from 'lucide-react';
import { serviceAddress } from '../app/address.ts';
import { EmptyState } from './empty-state.tsx';
import { Notice } from './notice.tsx';

export function Connecting() {
  return (
    <EmptyState icon={<LoaderCircle aria-hidden size={26} className="turning" />} title="Connecting to the service">
      <p className="dim">
        The service at <span className="mono">{serviceAddress()}</span> is starting or has not answered yet. This takes
        a moment.
      </p>
    </EmptyState>
  );
}

export interface UnreachableProps {
  /** What nothing is known of meanwhile: "the devices". */
  what: string;
  onRetry: () => void;
}

export function Unreachable({ what, onRetry }: UnreachableProps) {
  return (
    <EmptyState icon={<Unplug aria-hidden size={26} />} title="The service cannot be reached">
      <p className="dim">
        Nothing is known of {what} until it answers at <span className="mono">{serviceAddress()}</span> again. Start
        Mensura on this computer if it was stopped; this window finds it by itself.
      </p>
      <button type="button" className="button" onClick={onRetry}>
        Try now
      </button>
    </EmptyState>
  );
}

/** What a page of settings says while the service does not answer: it stays as it is. */
export function Unchangeable() {
  return (
    <Notice tone="warning" title="Nothing can be changed at the moment">
      <p>The service does not answer. What is typed stays here until it does.</p>
    </Notice>
  );
}
