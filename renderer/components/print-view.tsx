import { Download, Printer } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { desktopBridge } from '../app/desktop.ts';
import { showToast } from '../app/toasts.tsx';
import './print-view.css';

export interface PrintViewProps {
  /** Name of the document for assistive technology. */
  label: string;
  /** Title of the window: browsers and the desktop app suggest it as the name of the file. */
  title: string;
  /** A link to the page that the document is about. */
  back: ReactNode;
  /** Controls before those that print. */
  actions?: ReactNode;
  /** Whether there is a document to print. */
  canPrint: boolean;
  children: ReactNode;
}

/** A document to be printed, on a page of its own: on paper, only the document. */
export function PrintView({ label, title, back, actions, canPrint, children }: PrintViewProps) {
  useDocumentTitle(title);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className="print-view" tabIndex={0} aria-label={label}>
      <div className="print-actions">
        {back}
        {actions}
        {canPrint && <PrintButtons />}
      </div>
      {children}
    </section>
  );
}

function PrintButtons() {
  const bridge = desktopBridge();
  const savePdf = (): void => {
    bridge?.savePdf().catch((error: unknown) => {
      const text = error instanceof Error ? error.message : String(error);
      showToast({ title: 'Cannot save as PDF', text });
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

function useDocumentTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}
