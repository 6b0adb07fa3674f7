import type { ReactNode } from 'react';
import { useLive, useReadable } from '../../data/react.ts';

export interface ConnectionNoticesProps {
  /** Of the entry. */
  name: string;
  /** Its state, without a countdown. */
  label: string;
  children: ReactNode;
}

/** The notices above the form of an entry with a connection. */
export function ConnectionNotices({ name, label, children }: ConnectionNoticesProps) {
  const connection = useReadable(useLive().connection);
  // The connection banner covers this.
  if (connection.state === 'unreachable') return null;
  return (
    <>
      {children}
      {/* For screen readers, once per change: a countdown would be read out every second. */}
      <output className="visually-hidden">{`${name}: ${label}`}</output>
    </>
  );
}

export function RetryButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className="button" onClick={onClick}>
      Retry now
    </button>
  );
}
