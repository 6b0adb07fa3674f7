import { channelPath, decimalsOf } from '../../../../service/contract/index.ts';
import { FailureNotice } from '../../../components/notice.tsx';
import { ReadingText } from '../../../components/reading-text.tsx';
import { useDecimals } from '../../../data/computed/decimals.ts';
import { formatFixed, NO_VALUE } from '../../../data/format/numbers.ts';
import { capitalized } from '../../../data/format/text.ts';
import { useInputNames } from '../use-input-names.ts';
import { PreviewChart } from './preview-chart.tsx';
import type { Preview as PreviewState } from './use-preview.ts';

interface PreviewProps {
  preview: PreviewState;
  /** Of the form. */
  unit: string;
  decimals: number;
}

/** The result of the formula now, over the last hour, and its inputs. */
export function Preview({ preview: { result, failure }, unit, decimals }: PreviewProps) {
  const isValid = result !== undefined && result.error === null;
  const { magnitude = null, reason = '' } = isValid ? result : {};
  return (
    <section className="preview" aria-labelledby="preview-title">
      <h3 id="preview-title" className="facts-title">
        Result
      </h3>
      <FailureNotice title="Cannot compute the result" text={failure} onClose={undefined} />
      <div className="preview-now">
        <ReadingText
          text={magnitude === null ? NO_VALUE : formatFixed(magnitude, decimals)}
          unit={magnitude === null ? '' : unit}
        />
        <span className="dim">
          {result ? (isValid ? capitalized(reason) : 'The formula is invalid.') : 'Enter a formula.'}
        </span>
      </div>
      {isValid && <PreviewChart preview={result} decimals={decimals} unit={unit} />}
      {isValid && result.inputs.length > 0 && (
        <>
          <h3 className="facts-title">Inputs</h3>
          <ul className="preview-inputs">
            {result.inputs.map((input) => (
              <PreviewInput key={channelPath(input)} input={input} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

type Input = NonNullable<PreviewState['result']>['inputs'][number];

function PreviewInput({ input }: { input: Input }) {
  const { magnitude, unit } = input;
  const { channel, device, isKnown } = useInputNames(input);
  const decimals = useDecimals()(input) ?? decimalsOf(input.channel, unit);
  return (
    <li className="fact">
      <span className="preview-input-name">
        {channel} <span className="dim">{isKnown ? device : `${device}, not connected`}</span>
      </span>
      <span className="fact-value">
        {magnitude === null ? (
          <span className="dim">{NO_VALUE} missing or too old</span>
        ) : (
          <>
            {formatFixed(magnitude, decimals)} <span className="unit">{unit}</span>
          </>
        )}
      </span>
    </li>
  );
}
