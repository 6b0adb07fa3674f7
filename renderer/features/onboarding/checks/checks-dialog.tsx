import { ClosableDialog } from '../../../app/closable-dialog.tsx';
import { CheckList } from './check-list.tsx';
import { useChecks } from './use-checks.ts';

export function ChecksDialog() {
  return (
    <ClosableDialog
      dialog="checks"
      title="System checks"
      className="checks-dialog"
      description="Shows whether the computer that runs Mensura is set up to detect and read devices."
    >
      <Checked />
    </ClosableDialog>
  );
}

function Checked() {
  return <CheckList known={useChecks()} />;
}
