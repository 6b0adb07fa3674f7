import { Unplug } from 'lucide-react';
import { formatTimestamp } from '../data/format/numbers.ts';
import { useLive, useReadable } from '../data/react.ts';
import { desktopBridge } from './desktop.ts';

export function ConnectionBanner() {
  const live = useLive();
  const connection = useReadable(live.connection);
  return (
    // Always present: screen readers announce only changes of an existing element.
    <output className="connection-status">
      {connection.state === 'unreachable' && (
        <div className="connection-banner">
          <Unplug aria-hidden size={18} />
          <p>
            <strong>No response from the service since {formatTimestamp(connection.since)}.</strong> {connection.cause}{' '}
            The data below may be out of date. This window reconnects automatically.{' '}
            {desktopBridge()
              ? 'If this persists, quit Mensura from its menu and start it again.'
              : 'If this persists, start Mensura on this computer again.'}
          </p>
          <button type="button" className="button" onClick={live.retry}>
            Retry now
          </button>
        </div>
      )}
    </output>
  );
}
