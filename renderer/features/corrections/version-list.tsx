import { type ChannelCorrection, formatCurve } from '../../../service/contract/index.ts';
import { EntryDetails } from '../../components/facts.tsx';
import { describeChange } from '../../data/corrections/labels.ts';
import { formatDayAndTime } from '../../data/format/numbers.ts';
import { capitalized } from '../../data/format/text.ts';
import { useCorrection, useTargetChannel } from './use-target.ts';

/** The pane beside the form: every change of the correction. */
export function CorrectionVersions() {
  const target = useTargetChannel();
  return target && <Versions key={target.name} of={target.of} />;
}

function Versions({ of }: { of: Parameters<typeof useCorrection>[0] }) {
  const correction = useCorrection(of);
  return (
    <EntryDetails label="All changes of the correction">
      <section className="details-section">
        <h3 className="facts-title">Versions</h3>
        {correction && correction.versions.length > 0 ? (
          <VersionList correction={correction} />
        ) : (
          <p className="dim">No versions. Each saved change becomes one, and applies to new readings only.</p>
        )}
      </section>
    </EntryDetails>
  );
}

/** Newest first. */
export function VersionList({ correction: { versions, unit } }: { correction: ChannelCorrection }) {
  return (
    <ol className="versions" reversed>
      {versions.map((version, index) => {
        const { version: number, since, correction, coefficients } = version;
        return (
          <li key={number} className="version">
            <p>
              <strong>{number}.</strong> {capitalized(describeChange(version, versions[index + 1]))}
            </p>
            <p className="dim">
              {formatDayAndTime(Date.parse(since))}
              {correction?.by && ` · ${correction.by}`}
            </p>
            {coefficients && (
              <p className="mono version-curve" title={`x: measured value in ${unit}`}>
                {formatCurve(coefficients)}
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
}
