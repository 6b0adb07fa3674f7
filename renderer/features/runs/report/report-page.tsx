import { ArrowLeft, Download } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { RetryNotice } from '../../../components/notice.tsx';
import { PrintView } from '../../../components/print-view.tsx';
import './report-page.css';
import { reportedRunOf } from './routes.ts';
import { type LoadedReport, useReport } from './use-report.ts';

/** The report of a run, to be printed and signed. */
export function ReportPage() {
  const [route] = useLocation();
  const id = reportedRunOf(route);
  return id === undefined ? null : <ShownReport key={id} id={id} />;
}

function ShownReport({ id }: { id: number }) {
  const { path, report, failure, retry } = useReport(id);
  return (
    <PrintView
      label={report ? `Report of ${report.name}` : 'Report'}
      title={report ? `Report ${report.name}` : 'Report'}
      back={
        <Link className="button" href={`/runs/${id}`}>
          <ArrowLeft aria-hidden size={14} /> Run
        </Link>
      }
      actions={
        report && (
          <a className="button" href={path} download>
            <Download aria-hidden size={14} /> Download HTML
          </a>
        )
      }
      canPrint={report !== undefined}
    >
      {report && <Sheet report={report} />}
      <div role="alert">
        {failure && <RetryNotice tone="bad" title="Cannot load the report" cause={failure} onRetry={retry} />}
      </div>
      {!report && !failure && (
        <p className="dim" aria-busy="true">
          Loading the report…
        </p>
      )}
    </PrintView>
  );
}

/** In a tree of its own, so that the styles of the window and of the report do not affect each other. */
function Sheet({ report: { content, style } }: { report: LoadedReport }) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [style];
    root.replaceChildren(content);
  }, [content, style]);
  return <div className="report-sheet" ref={host} />;
}
