import { ArrowLeft, Download, FileText, Printer } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { desktopBridge } from '../../../app/desktop.ts';
import { showToast } from '../../../app/toasts.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
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
  useDocumentTitle(`Correction record ${of.serial} ${of.channel}`);
  const hasRecord = correction !== undefined && correction.versions.length > 0;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className="record-view" tabIndex={0} aria-label={`Correction record of ${name}, ${deviceName}`}>
      <div className="record-actions">
        <Link className="button" href={correctionRoute(of)}>
          <ArrowLeft aria-hidden size={14} /> Correction
        </Link>
        {hasRecord && <PrintButtons />}
      </div>
      {hasRecord ? (
        <CorrectionRecord target={target} correction={correction} />
      ) : (
        <EmptyState icon={<FileText aria-hidden size={26} />} title={`No correction of ${name}`}>
          <p className="dim">The record is available after a correction is saved.</p>
        </EmptyState>
      )}
    </section>
  );
}

function PrintButtons() {
  const bridge = desktopBridge();
  const savePdf = (): void => {
    bridge?.savePdf().catch((error: unknown) => {
      const text = error instanceof Error ? error.message : String(error);
      showToast({ title: 'Cannot save the record as PDF', text });
    });
  };
  return (
    <>
      {bridge && (
        <button type="button" className="button" onClick={savePdf}>
          <Download aria-hidden size={14} /> Save as PDF…
        </button>
      )}
      <button type="button" className="button primary" onClick={() => print()}>
        <Printer aria-hidden size={14} /> Print…
      </button>
    </>
  );
}

/** Browsers and the desktop app suggest it as the name of the file. */
function useDocumentTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}
