import { LoaderCircle } from 'lucide-react';

/** For the moment until the service answers. */
export function Loading() {
  return (
    <p className="run-loading dim" aria-busy>
      <LoaderCircle aria-hidden size={16} className="turning" /> Loading…
    </p>
  );
}
