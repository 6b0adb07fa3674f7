import { useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { type ChannelRef, formatCurve } from '../../../service/contract/index.ts';
import { FailureNotice } from '../../components/notice.tsx';
import type { CorrectionForm } from './correction-form.ts';
import { CurvePlots, ExampleTable, ResidualTable } from './preview-content.tsx';
import { usePreview } from './use-preview.ts';

/** What the correction in the form would do. */
export function PreviewPanel({ of }: { of: ChannelRef }) {
  const { shown, isOld, isRefused, failure } = usePreview(of);
  const { getValues } = useFormContext<CorrectionForm>();
  const title = useId();
  const kept = getValues('kept');
  return (
    <section className="form-section" aria-labelledby={title}>
      <h3 id={title}>Preview</h3>
      <FailureNotice tone="warning" title="Cannot calculate this curve" text={failure} />
      {shown ? (
        <div className={isOld ? 'preview is-old' : 'preview'}>
          <CurvePlots {...shown} channel={of.channel} kept={kept} />
          <p className="preview-curve">
            <span className="dim">Corrected =</span>{' '}
            <span className="mono">{formatCurve(shown.preview.coefficients)}</span>{' '}
            <span className="dim">with x the measured value in {kept || 'the unit of the channel'}</span>
          </p>
          <div className="preview-tables">
            <ResidualTable {...shown} channel={of.channel} kept={kept} />
            <ExampleTable {...shown} channel={of.channel} kept={kept} />
          </div>
        </div>
      ) : (
        !failure && (
          <p className="dim">
            {isRefused ? 'No curve for these values.' : 'The curve appears when a point has both values.'}
          </p>
        )
      )}
    </section>
  );
}
