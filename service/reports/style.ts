/** The style sheet of a report, also inside another page: black on white, for screens and for paper of any size. */
export const REPORT_STYLE = `
@page { margin: 15mm; }
html { background: #fff; }
body { margin: 0; }
.report {
  box-sizing: border-box;
  max-width: 54rem;
  margin: 0 auto;
  padding: 1.5rem;
  color: #000;
  background: #fff;
  color-scheme: light;
  font: 0.875rem/1.45 system-ui, "Segoe UI", Roboto, Helvetica, Arial, sans-serif;
  overflow-wrap: anywhere;
}
.report h1 { margin: 0 0 0.25rem; font-size: 1.5rem; line-height: 1.25; }
.report h2 { margin: 1.5rem 0 0.4rem; font-size: 1.05rem; }
.report h3 { margin: 0.9rem 0 0.3rem; font-size: 0.875rem; }
.report p { margin: 0.25rem 0; }
.report .notice { padding: 0.4rem 0.6rem; border: 2px solid #000; font-weight: 600; }
.report dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.15rem 1.25rem; margin: 0.75rem 0; }
.report dt { font-weight: 600; }
.report dd { margin: 0; }
.report .scroll { overflow-x: auto; }
.report .scroll:focus-visible { outline: 2px solid #1f5fa8; outline-offset: 2px; }
.report table { width: 100%; border-collapse: collapse; font-size: 0.75rem; line-height: 1.35; overflow-wrap: normal; }
.report th, .report td { padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid #999; text-align: left; vertical-align: top; white-space: pre-line; }
.report thead th { border-bottom: 2px solid #000; vertical-align: bottom; }
.report tbody th { min-width: 7rem; font-weight: 400; overflow-wrap: anywhere; }
.report tbody th.number { min-width: 0; width: 2.5rem; }
.report .number { text-align: right; font-variant-numeric: tabular-nums; }
.report td.number { white-space: pre; }
.report figure { margin: 0.5rem 0 1rem; break-inside: avoid; }
.report figcaption { margin-bottom: 0.25rem; font-weight: 600; }
.report .chart { display: block; min-width: 34rem; }
.report .chart > svg { display: block; width: 100%; height: auto; }
.report .legend { display: grid; gap: 0.15rem; margin: 0.3rem 0 0; padding: 0; list-style: none; font-size: 0.75rem; }
.report .legend svg { margin-right: 0.5rem; vertical-align: middle; }
.report .text { margin: 0.25rem 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
.report .signatures { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: 1.5rem 3rem; margin-top: 0.5rem; }
.report .signature { break-inside: avoid; }
.report .line { display: grid; grid-template-columns: 5rem 1fr; gap: 0.5rem; align-items: end; height: 2.6rem; }
.report .line > :last-child { border-bottom: 1px solid #000; }
@media print {
  .report { max-width: none; padding: 0; font-size: 9.5pt; }
  .report table, .report .legend { font-size: 8pt; }
  .report .scroll { overflow: visible; }
  .report .chart { min-width: 0; }
  .report tr, .report .keep, .report h1 { break-inside: avoid; }
  .report h2, .report h3, .report figcaption { break-after: avoid; }
  .report thead { display: table-header-group; }
}
`;
