import { Link } from 'wouter';
import type { DatabaseView } from '../../../../service/contract/index.ts';
import { DetailGroup, DetailRow, EntryDetails } from '../../../components/facts.tsx';
import { Notice } from '../../../components/notice.tsx';
import { databaseLabel } from '../../../data/databases/labels.ts';
import { formatAge, formatBytes, formatCount, formatTimestamp, NO_VALUE } from '../../../data/format/numbers.ts';
import { useLive, useReadable, useServiceNow } from '../../../data/react.ts';
import { sectionRoute } from '../../settings/routes.ts';
import { DATABASES } from '../databases.ts';
import { BackfillSection } from './backfill-section.tsx';
import './database-details.css';

export interface DatabaseDetailsProps {
  database: DatabaseView;
  /** Whether readings of simulated devices are written; null while unknown. */
  simulatedWritten: boolean | null;
}

export function DatabaseDetails({ database, simulatedWritten }: DatabaseDetailsProps) {
  const { refused } = database.status;
  return (
    <EntryDetails label={DATABASES.detailsTitle}>
      {simulatedWritten === false && <SimulatedNotice />}
      <Figures database={database} />
      {refused && (
        <section className="details-section">
          <h3 className="facts-title">Latest discarded line</h3>
          <p>{refused.text}</p>
          <pre className="refused-line mono">{refused.line}</pre>
          <p className="dim">{formatTimestamp(Date.parse(refused.timestamp))}</p>
        </section>
      )}
      <BackfillSection database={database} />
    </EntryDetails>
  );
}

function SimulatedNotice() {
  const devices = useReadable(useLive().devices.list);
  if (devices.length === 0 || devices.some(({ device }) => !device.simulated)) return null;
  return (
    <Notice tone="info" title="Simulated readings are not written">
      <p>
        Only simulated devices are connected. To write their readings, turn on “Store and publish simulated readings” in
        the{' '}
        <Link href={sectionRoute('simulated')} className="form-link">
          settings
        </Link>
        .
      </p>
    </Notice>
  );
}

function Figures({ database }: { database: DatabaseView }) {
  const { status } = database;
  const { written, waiting, discarded, last_written } = status;
  const outbox = waiting > 0 ? `${formatCount(waiting)} (${formatBytes(status.waiting_bytes)})` : NO_VALUE;
  return (
    <DetailGroup title="Lines">
      <DetailRow name="Written since startup">{formatCount(written)}</DetailRow>
      <DetailRow name="Waiting">{outbox}</DetailRow>
      <DetailRow name="Discarded">
        <span className={discarded > 0 ? 'form-warning' : undefined}>{formatCount(discarded)}</span>
      </DetailRow>
      <DetailRow name="Last written">{last_written === null ? NO_VALUE : <Ago timestamp={last_written} />}</DetailRow>
      <DetailRow name="State">{`${databaseLabel(database)} since ${formatTimestamp(Date.parse(status.since))}`}</DetailRow>
    </DetailGroup>
  );
}

function Ago({ timestamp }: { timestamp: string }) {
  return <>{formatAge(useServiceNow() - Date.parse(timestamp))} ago</>;
}
