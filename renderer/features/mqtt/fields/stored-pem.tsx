import { useState } from 'react';
import type { CertificateSummary } from '../../../../service/contract/index.ts';
import { formatDay } from '../../../data/format/numbers.ts';

export interface StoredPemProps {
  /** A summary, or only whether something is stored. */
  stored: CertificateSummary | boolean | null;
  /** Deleted with the next save. */
  isRemoved: boolean;
  /** Hint without a stored value. */
  none: string;
  /** Replaces the summary. */
  warning: string | undefined;
}

export function StoredPem({ stored, isRemoved, none, warning }: StoredPemProps) {
  if (!stored) return <>{none}</>;
  if (isRemoved) return <>Deleted when you save.</>;
  if (warning) return <span className="form-warning">{warning}</span>;
  if (stored === true) return <>Stored. The key is never shown.</>;
  return <Summary certificate={stored} />;
}

function Summary({ certificate }: { certificate: CertificateSummary }) {
  const { subject, issuer, valid_from, valid_to } = certificate;
  const [now] = useState(Date.now);
  const [from, to] = [Date.parse(valid_from), Date.parse(valid_to)];
  return (
    <>
      <span className="mono pem-subject">{subject}</span>
      {issuer !== subject && (
        <>
          <br />
          Issued by <span className="mono pem-subject">{issuer}</span>
        </>
      )}
      <br />
      {now > to ? (
        <span className="form-warning">Expired on {formatDay(to)}.</span>
      ) : now < from ? (
        <span className="form-warning">Not valid before {formatDay(from)}.</span>
      ) : (
        <>Valid until {formatDay(to)}.</>
      )}
    </>
  );
}
