import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useState } from 'react';
import type { ApiCall } from '../../../data/api/call.ts';
import type { ApiEndpoint } from '../../../data/api/routes.ts';
import { withoutSecrets } from '../../../data/api/secrets.ts';
import { Markdown } from '../markdown.tsx';

export interface ConfirmDialogProps {
  route: ApiEndpoint;
  /** The request to confirm; undefined while the dialog is closed. */
  call: ApiCall | undefined;
  onCancel: () => void;
  onConfirm: (call: ApiCall) => void;
}

export function ConfirmDialog({ route, call, onCancel, onConfirm }: ConfirmDialogProps) {
  // Keeps the text while the dialog fades out.
  const [last, setLast] = useState(call);
  if (call && call !== last) setLast(call);
  const isEmpty = JSON.stringify(last?.body ?? {}) === '{}';
  return (
    <AlertDialog.Root open={call !== undefined} onOpenChange={(open) => !open && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="popup dialog">
          <AlertDialog.Title className="dialog-title">Send this request?</AlertDialog.Title>
          <AlertDialog.Description className="api-prose dim" render={<div />}>
            <p>{route.summary}. The request takes effect immediately.</p>
            <Markdown text={route.description} />
          </AlertDialog.Description>
          <p className="mono api-try-target">
            {last?.method} {last?.target}
          </p>
          {!isEmpty && (
            <pre className="mono api-confirm-body">{JSON.stringify(withoutSecrets(last?.body), null, 2)}</pre>
          )}
          <div className="dialog-actions">
            <AlertDialog.Close className="button">Cancel</AlertDialog.Close>
            <button
              type="button"
              className={route.method === 'DELETE' ? 'button danger' : 'button primary'}
              onClick={() => call && onConfirm(call)}
            >
              Send request
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
