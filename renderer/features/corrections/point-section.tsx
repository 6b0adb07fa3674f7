import { useFieldArray, useFormContext } from 'react-hook-form';
import { type ChannelRef, MAX_CORRECTION_POINTS } from '../../../service/contract/index.ts';
import type { CorrectionForm } from './correction-form.ts';
import { LivePanel } from './live-panel.tsx';
import { PointTable } from './point-table.tsx';

export interface PointSectionProps {
  of: ChannelRef;
  /** The channel to capture from. */
  measured: string;
  /** The channel's API unit. */
  unit: string;
}

/** The live value and the points taken from it. */
export function PointSection(props: PointSectionProps) {
  const form = useFormContext<CorrectionForm>();
  const points = useFieldArray<CorrectionForm, 'points'>({ name: 'points' });
  const count = points.fields.length;
  const revalidate = (): void => {
    if (form.formState.isSubmitted || form.getFieldState('fit').invalid || form.getFieldState('points').invalid) {
      void form.trigger(['points', 'fit']);
    }
  };
  const add = (measured: string, focused: 'measured' | 'reference'): void => {
    points.append({ measured, reference: '' }, { focusName: `points.${count}.${focused}` });
    revalidate();
  };
  /** Fills the first point without a measured value, or adds one. */
  const capture = (mean: string): void => {
    const empty = form.getValues('points').findIndex(({ measured }) => measured.trim() === '');
    if (empty < 0) {
      add(mean, 'reference');
      return;
    }
    form.setValue(`points.${empty}.measured`, mean, { shouldDirty: true, shouldValidate: true });
    form.setFocus(`points.${empty}.reference`);
  };
  const hasEmpty = form.watch('points').some(({ measured }) => measured.trim() === '');
  const canAdd = count < MAX_CORRECTION_POINTS;
  return (
    <>
      <LivePanel {...props} onCapture={canAdd || hasEmpty ? capture : undefined} />
      <PointTable
        unit={props.unit}
        rows={points.fields.map(({ id }) => id)}
        onAdd={canAdd ? () => add('', 'measured') : undefined}
        onRemove={(index) => {
          points.remove(index);
          revalidate();
        }}
      />
    </>
  );
}
