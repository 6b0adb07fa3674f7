import type { FieldValues } from 'react-hook-form';
import { Notice } from '../notice.tsx';
import type { FormEditor } from './use-form-editor.ts';

export interface SaveFailureProps<View, Form extends FieldValues> {
  editor: FormEditor<View, Form>;
}

export function SaveFailure<View, Form extends FieldValues>({ editor }: SaveFailureProps<View, Form>) {
  const { failure, dismissFailure } = editor;
  return (
    <div role="alert">
      {failure && (
        <Notice tone="bad" title="Cannot save changes" onClose={dismissFailure}>
          <p>{failure}</p>
        </Notice>
      )}
    </div>
  );
}
