import type { DestinationView } from '../../../../service/contract/index.ts';
import { DetailGroup, DetailRow, EntryDetails } from '../../../components/facts.tsx';
import { destinationLabel } from '../../../data/destinations/labels.ts';
import { formatAge, formatCount, formatTimestamp, NO_VALUE } from '../../../data/format/numbers.ts';
import { useServiceNow } from '../../../data/react.ts';
import { DESTINATIONS } from '../destinations.ts';

export function DestinationDetails({ destination }: { destination: DestinationView }) {
  const { config, status } = destination;
  const { sent, waiting, discarded, held_until, last_sent } = status;
  const isHeartbeat = config.kind === 'heartbeat';
  const label = destinationLabel(destination);
  const isHeld = config.enabled && held_until !== null;
  return (
    <EntryDetails label={DESTINATIONS.detailsTitle}>
      <DetailGroup title={isHeartbeat ? 'Requests' : 'Messages'}>
        <DetailRow name="Sent since startup">{formatCount(sent)}</DetailRow>
        <DetailRow name="Last sent">{last_sent === null ? NO_VALUE : <Ago timestamp={last_sent} />}</DetailRow>
        <DetailRow name="State">
          {isHeld ? label : `${label} since ${formatTimestamp(Date.parse(status.since))}`}
        </DetailRow>
      </DetailGroup>
      {!isHeartbeat && (
        <DetailGroup title="Notifications">
          <DetailRow name="Waiting">{waiting > 0 ? formatCount(waiting) : NO_VALUE}</DetailRow>
          <DetailRow name="Held until">
            {held_until === null ? NO_VALUE : formatTimestamp(Date.parse(held_until))}
          </DetailRow>
          <DetailRow name="Discarded since startup">
            <span className={discarded > 0 ? 'form-warning' : undefined}>{formatCount(discarded)}</span>
          </DetailRow>
        </DetailGroup>
      )}
    </EntryDetails>
  );
}

function Ago({ timestamp }: { timestamp: string }) {
  return <>{formatAge(useServiceNow() - Date.parse(timestamp))} ago</>;
}
