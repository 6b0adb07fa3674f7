import {
  type CorrectionInput,
  type CorrectionPreview,
  type DisplayUnit,
  displayUnit,
} from '../../../service/contract/index.ts';
import { formatEntered, NO_VALUE } from '../../data/format/numbers.ts';
import { CorrectionPlot } from './correction-plot.tsx';

export interface PreviewContentProps {
  preview: Pick<CorrectionPreview, 'residuals' | 'curve' | 'examples'>;
  input: Pick<CorrectionInput, 'unit' | 'range'>;
  /** Of the channel, for its decimals. */
  channel: string;
  /** The channel's API unit. */
  kept: string;
}

interface Formats {
  readonly unit: string;
  /** Last digit of a reading. */
  readonly digit: number;
  /** A value of the channel, with the decimals of means. */
  readonly value: (value: number | null) => string;
  /** A change: with its sign. */
  readonly change: (value: number | null) => string;
}

/** Numbers in the unit of the points, which are in it already. */
function formatsOf({ input, channel, kept }: PreviewContentProps): Formats {
  const shown: DisplayUnit = displayUnit(kept, input.unit);
  const difference = (value: number): string =>
    shown.formatDifference(shown.toContractDifference(value), channel, 'full');
  return {
    unit: shown.unit,
    digit: 10 ** -shown.decimals(channel),
    value: (value) => (value === null ? NO_VALUE : shown.format(shown.toContract(value), channel, 'full')),
    change: (value) => {
      if (value === null) return NO_VALUE;
      const text = difference(value);
      return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
    },
  };
}

/** The change over the measured value with the points, and the residuals. */
export function CurvePlots(props: PreviewContentProps) {
  const { preview, input } = props;
  const { unit, digit, value, change } = formatsOf(props);
  const limits = input.range ? [input.range.from, input.range.to] : [];
  const curve = preview.curve.map(({ measured, corrected }) => ({
    x: measured,
    y: corrected === null ? null : corrected - measured,
  }));
  const points = preview.residuals.map(({ measured, reference, corrected }) => ({
    x: measured,
    y: reference - measured,
    base: corrected - measured,
  }));
  const residuals = preview.residuals.map(({ measured, residual }) => ({ x: measured, y: residual, base: 0 }));
  const ends = [preview.curve[0], preview.curve.at(-1)].filter((end) => end !== undefined);
  const described = ends
    .map(
      ({ measured, corrected }) => `${change(corrected === null ? null : corrected - measured)} at ${value(measured)}`,
    )
    .join(', ');
  return (
    <div className="preview-plots">
      <CorrectionPlot
        title={`Correction (${unit}) over the measured value`}
        description={`Correction in ${unit}: ${described}`}
        curve={curve}
        stems={points}
        limits={limits}
        leastSpan={2 * digit}
      />
      <CorrectionPlot
        title={`Residuals (${unit}): reference minus corrected value`}
        description={`Residuals in ${unit}: ${preview.residuals.map(({ residual }) => change(residual)).join(', ')}`}
        // The same x axis.
        curve={curve.map(({ x }) => ({ x, y: null }))}
        stems={residuals}
        limits={limits}
        leastSpan={2 * digit}
      />
    </div>
  );
}

export function ResidualTable(props: PreviewContentProps) {
  const { unit, value, change } = formatsOf(props);
  return (
    <table className="figure-table">
      <caption>Points ({unit})</caption>
      <thead>
        <tr>
          <th scope="col">Measured</th>
          <th scope="col">Reference</th>
          <th scope="col">Corrected</th>
          <th scope="col">Residual</th>
        </tr>
      </thead>
      <tbody>
        {props.preview.residuals.map(({ measured, reference, corrected, residual }) => (
          <tr key={measured}>
            {/* As typed. */}
            <td>{formatEntered(measured)}</td>
            <td>{formatEntered(reference)}</td>
            <td>{value(corrected)}</td>
            <td>{change(residual)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ExampleTable(props: PreviewContentProps) {
  const { unit, value, change } = formatsOf(props);
  return (
    <table className="figure-table">
      <caption>What changes ({unit})</caption>
      <thead>
        <tr>
          <th scope="col">Measured</th>
          <th scope="col">Corrected</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {props.preview.examples.map(({ measured, corrected }) => (
          <tr key={measured}>
            <td>{value(measured)}</td>
            <td>{corrected === null ? 'No value' : value(corrected)}</td>
            <td>{change(corrected === null ? null : corrected - measured)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
