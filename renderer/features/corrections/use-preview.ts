import { useEffect, useState } from 'react';
import { type UseFormReturn, useFormContext, useWatch } from 'react-hook-form';
import { type ChannelRef, type CorrectionPreview, MAX_CORRECTION_POINTS } from '../../../service/contract/index.ts';
import { describeFieldError } from '../../components/config-editor/field-errors.ts';
import { previewCorrection } from '../../data/corrections/requests.ts';
import { RequestError } from '../../data/requests.ts';
import {
  CORRECTION_LABELS,
  type CorrectionForm,
  type PreviewRequest,
  previewErrorPath,
  previewRequestOf,
} from './correction-form.ts';

/** Time without an edit before a preview is requested, in milliseconds. */
const PAUSE_MS = 300;

export interface ShownPreview {
  readonly preview: CorrectionPreview;
  readonly input: PreviewRequest['input'];
}

export interface PreviewState {
  /** The last successful one; undefined without any, and while there are no complete points. */
  readonly shown: ShownPreview | undefined;
  /** It is not of the present form. */
  readonly isOld: boolean;
  /** There is no such curve: the errors say why. */
  readonly isRefused: boolean;
  /** A sentence about no field; empty without an error. */
  readonly failure: string;
}

/** Requests a preview after each edit. Errors appear at their fields. */
export function usePreview(of: ChannelRef): PreviewState {
  // Stable functions, unlike the context around them.
  const { setError, clearErrors, getFieldState } = useFormContext<CorrectionForm>();
  const values = useWatch<CorrectionForm>() as CorrectionForm;
  const request = previewRequestOf(values);
  const text = request ? JSON.stringify(request) : '';
  const [answer, setAnswer] = useState<{ text: string; shown?: ShownPreview; failure: string }>();
  useEffect(() => {
    if (text === '') return undefined;
    const asked = JSON.parse(text) as PreviewRequest;
    const controller = new AbortController();
    const fetchPreview = async (): Promise<void> => {
      try {
        const preview = await previewCorrection(of, asked.input, controller.signal);
        if (controller.signal.aborted) return;
        clearPreviewErrors({ clearErrors, getFieldState });
        setAnswer({ text, shown: { preview, input: asked.input }, failure: '' });
      } catch (error) {
        if (controller.signal.aborted) return;
        if (!(error instanceof RequestError)) throw error;
        setAnswer({ text, failure: showErrors(setError, error, asked.rows) });
      }
    };
    const timer = setTimeout(() => void fetchPreview(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [of, text, setError, clearErrors, getFieldState]);
  if (text === '' || !answer) return { shown: undefined, isOld: false, isRefused: false, failure: '' };
  const { shown, failure } = answer;
  return { shown, isOld: answer.text !== text, isRefused: !shown, failure };
}

/** Unlike those of the service after saving, which stay until it is asked again. */
const TYPE = 'preview';

/** @returns errors without a field, as sentences */
function showErrors(
  setError: UseFormReturn<CorrectionForm>['setError'],
  error: RequestError,
  rows: readonly number[],
): string {
  const named = error.errors.length > 0 ? error.errors : [{ path: '', message: error.message }];
  const others: string[] = [];
  for (const { path, message } of named) {
    const field = previewErrorPath(path, rows);
    const sentence = describeFieldError(CORRECTION_LABELS, field, message);
    // The list's own error is beside those of its fields.
    const place = field === 'points' ? 'points.root' : field;
    if (Object.hasOwn(CORRECTION_LABELS, field)) {
      setError(place as keyof CorrectionForm, { type: TYPE, message: sentence });
    } else others.push(sentence);
  }
  return others.join(' ');
}

const FIELDS = Array.from({ length: MAX_CORRECTION_POINTS }, (_, index) => [
  `points.${index}.measured` as const,
  `points.${index}.reference` as const,
]).flat();

function clearPreviewErrors(form: Pick<UseFormReturn<CorrectionForm>, 'clearErrors' | 'getFieldState'>): void {
  for (const path of [...FIELDS, 'points.root', 'unit', 'fit', 'range.from', 'range.to'] as const) {
    if (form.getFieldState(path as keyof CorrectionForm).error?.type === TYPE)
      form.clearErrors(path as keyof CorrectionForm);
  }
}
