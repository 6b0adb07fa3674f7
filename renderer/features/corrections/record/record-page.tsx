import { ArrowLeft, FileText } from 'lucide-react';
import { Link } from 'wouter';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PrintView } from '../../../components/print-view.tsx';
import { NoChannel } from '../correction-page.tsx';
import { correctionRoute } from '../routes.ts';
import { type TargetChannel, useCorrection, useTargetChannel } from '../use-target.ts';
import { CorrectionRecord } from './correction-record.tsx';
import './record.css';

/** The record of a channel's correction, to be printed. */
export function RecordPage() {
  const target = useTargetChannel();
  return target ? <ShownRecord target={target} /> : <NoChannel />;
}

function ShownRecord({ target }: { target: TargetChannel }) {
  const { of, name, deviceName } = target;
  const correction = useCorrection(of);
  const hasRecord = correction !== undefined && correction.versions.length > 0;
  return (
    <PrintView
      label={`Correction record of ${name}, ${deviceName}`}
      title={`Correction record ${of.serial} ${of.channel}`}
      back={
        <Link className="button" href={correctionRoute(of)}>
          <ArrowLeft aria-hidden size={14} /> Correction
        </Link>
      }
      canPrint={hasRecord}
    >
      {hasRecord ? (
        <CorrectionRecord target={target} correction={correction} />
      ) : (
        <EmptyState icon={<FileText aria-hidden size={26} />} title={`No correction of ${name}`}>
          <p className="dim">The record is available after a correction is saved.</p>
        </EmptyState>
      )}
    </PrintView>
  );
}
