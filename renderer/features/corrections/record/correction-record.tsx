import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import {
  type ChannelCorrection,
  type CorrectionInput,
  type CorrectionPreview,
  describeCurve,
  formatCurve,
} from '../../../../service/contract/index.ts';
import { describeChange } from '../../../data/corrections/labels.ts';
import { previewCorrection } from '../../../data/corrections/requests.ts';
import { formatDay, formatDayAndMinute, formatDayAndTime, formatEntered } from '../../../data/format/numbers.ts';
import { capitalized } from '../../../data/format/text.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { RequestError } from '../../../data/requests.ts';
import { CurvePlots, ExampleTable, ResidualTable } from '../preview-content.tsx';
import type { TargetChannel } from '../use-target.ts';

export interface CorrectionRecordProps {
  target: TargetChannel;
  correction: ChannelCorrection;
}

/** Everything that a record states, black on white. */
export function CorrectionRecord({ target, correction: view }: CorrectionRecordProps) {
  const { of, name } = target;
  const { correction, unit, coefficients } = view;
  const { shown, failure } = useStoredPreview(target, correction);
  const [printed] = useState(Date.now);
  return (
    <article className="record">
      <header>
        <h1>Correction record</h1>
        <p>
          {name}, {target.deviceName} ({of.serial})
        </p>
      </header>
      <div className="record-facts">
        <DeviceFacts target={target} unit={unit} printed={printed} />
        {correction && <CorrectionFacts correction={correction} />}
      </div>
      {correction ? (
        <>
          <section>
            <h2>Curve</h2>
            <p>
              {capitalized(describeCurve(correction))}
              {!correction.enabled && '. The correction is off: readings are not corrected'}
            </p>
            {(coefficients ?? shown?.coefficients) && (
              <p>
                Corrected = <span className="mono">{formatCurve(coefficients ?? shown?.coefficients ?? [])}</span>, with
                x the measured value in {unit || 'the unit of the channel'}
              </p>
            )}
          </section>
          {failure && <p role="alert">Residuals are missing: {failure}</p>}
          {shown && (
            <section>
              <h2>Points and residuals</h2>
              <div className="record-tables">
                <ResidualTable preview={shown} input={correction} channel={of.channel} kept={unit} />
                <ExampleTable preview={shown} input={correction} channel={of.channel} kept={unit} />
              </div>
              <CurvePlots preview={shown} input={correction} channel={of.channel} kept={unit} />
            </section>
          )}
          {correction.note && (
            <section>
              <h2>Note</h2>
              <p className="record-note">{correction.note}</p>
            </section>
          )}
        </>
      ) : (
        <p>This channel has no correction now. Earlier versions are listed below.</p>
      )}
      <section>
        <h2>Versions</h2>
        <VersionTable correction={view} />
      </section>
    </article>
  );
}

/** Of the stored correction; requested again when it changes. */
function useStoredPreview(
  { of }: TargetChannel,
  correction: CorrectionInput | null,
): { shown: CorrectionPreview | undefined; failure: string } {
  const [answer, setAnswer] = useState<{ of: CorrectionInput; shown?: CorrectionPreview; failure: string }>();
  useEffect(() => {
    if (!correction) return undefined;
    const controller = new AbortController();
    previewCorrection(of, correction, controller.signal).then(
      (shown) => setAnswer({ of: correction, shown, failure: '' }),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        setAnswer({ of: correction, failure: error instanceof RequestError ? error.message : String(error) });
      },
    );
    return () => controller.abort();
  }, [of, correction]);
  const isPresent = correction !== null && answer?.of === correction;
  return { shown: isPresent ? answer.shown : undefined, failure: isPresent ? answer.failure : '' };
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="record-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface DeviceFactsProps {
  target: TargetChannel;
  unit: string;
  /** Milliseconds since 1970. */
  printed: number;
}

function DeviceFacts({ target, unit, printed }: DeviceFactsProps) {
  const { of, record, definition, deviceName } = target;
  const { device, product } = record.device;
  const { firmware_version_major: major, firmware_version_minor: minor } = device.info;
  const status = useReadable(useLive().status);
  return (
    <dl>
      <Row name="Device">{deviceName}</Row>
      <Row name="Serial number">{of.serial}</Row>
      <Row name="Product">{device.model || product.model}</Row>
      <Row name="Vendor">{device.info.vendor}</Row>
      <Row name="Firmware">{major === 0 && minor === 0 ? 'Unknown' : `${major}.${minor}`}</Row>
      <Row name="Channel">
        {definition.description} ({of.channel}), {unit}
      </Row>
      <Row name="Mensura">{status?.version ?? 'Unknown'}</Row>
      <Row name="Printed">{formatDayAndMinute(printed)}</Row>
    </dl>
  );
}

function CorrectionFacts({ correction }: { correction: CorrectionInput }) {
  const { range, unit, standard, date, by, due } = correction;
  const day = (text: string): string => formatDay(new Date(`${text}T12:00`).getTime());
  return (
    <dl>
      <Row name="Reference standard">{standard || 'Not stated'}</Row>
      <Row name="Date">{date ? day(date) : 'Not stated'}</Row>
      <Row name="By">{by || 'Not stated'}</Row>
      <Row name="Next check">{due ? day(due) : 'Not stated'}</Row>
      <Row name="Range">
        {range
          ? `${formatEntered(range.from)} to ${formatEntered(range.to)} ${unit}; outside: ${range.outside === 'none' ? 'no value' : 'continued straight'}`
          : 'All values'}
      </Row>
    </dl>
  );
}

function VersionTable({ correction: { versions } }: { correction: ChannelCorrection }) {
  return (
    <table className="figure-table record-versions">
      <thead>
        <tr>
          <th scope="col">Version</th>
          <th scope="col">Since</th>
          <th scope="col">Change</th>
          <th scope="col">By</th>
          <th scope="col">Corrected</th>
        </tr>
      </thead>
      <tbody>
        {versions.map((version, index) => (
          <tr key={version.version}>
            <td>{version.version}</td>
            <td>{formatDayAndTime(Date.parse(version.since))}</td>
            <td>{capitalized(describeChange(version, versions[index + 1]))}</td>
            <td>{version.correction?.by}</td>
            <td className="mono">{version.coefficients ? formatCurve(version.coefficients) : 'Not corrected'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
