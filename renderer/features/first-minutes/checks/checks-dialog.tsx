/** "Check this computer", from anywhere: what is missing for instruments to be found and read. */
import { Dialog } from '@base-ui/react/dialog';
import { closeDialog, giveFocusBack, openDialog } from '../../../app/dialogs.ts';
import { useReadable } from '../../../data/react.ts';
import { CheckList } from './check-list.tsx';
import { useChecks } from './use-checks.ts';

export function ChecksDialog() {
  const isOpen = useReadable(openDialog) === 'checks';
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => !next && closeDialog('checks')}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="popup dialog checks-dialog" finalFocus={giveFocusBack}>
          <Dialog.Title className="dialog-title">Check this computer</Dialog.Title>
          <Dialog.Description className="dim">
            What has to be right on the computer that the service runs on, so that it can find instruments and read
            them.
          </Dialog.Description>
          <Checked />
          <div className="dialog-actions">
            <Dialog.Close className="button primary">Close</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Checked() {
  return <CheckList known={useChecks()} />;
}
