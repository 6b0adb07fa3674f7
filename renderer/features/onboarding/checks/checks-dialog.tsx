/** "Check this computer", from anywhere: what is missing for instruments to be found and read. */
import { ClosableDialog } from '../../../app/closable-dialog.tsx';
import { CheckList } from './check-list.tsx';
import { useChecks } from './use-checks.ts';

export function ChecksDialog() {
  return (
    <ClosableDialog
      dialog="checks"
      title="Check this computer"
      className="checks-dialog"
      description="What has to be right on the computer that the service runs on, so that it can find instruments and read them."
    >
      <Checked />
    </ClosableDialog>
  );
}

function Checked() {
  return <CheckList known={useChecks()} />;
}
