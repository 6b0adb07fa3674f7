/** HTML of a report: a document of its own without scripts, of which nothing is loaded. */
import { plural } from '../contract/index.ts';
import { type Html, html } from '../support/html.ts';
import { formatLocalTime } from '../support/local-time.ts';
import { drawChart, legendSample } from './chart-svg.ts';
import { REPORT_STYLE } from './style.ts';
import type { ReportChart, ReportContent, ReportTable } from './types.ts';

export function writeReport(content: ReportContent): string {
  const { title, notice, facts, charts, notes, attachments } = content;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>Report: ${title}</title>
<style>${{ html: REPORT_STYLE }}</style>
</head>
<body>
<main class="report">
<header class="keep">
<h1>${title}</h1>
${notice && html`<p class="notice">${notice}</p>\n`}<dl>
${facts.map(({ label, text }) => html`<dt>${label}</dt><dd>${text}</dd>\n`)}</dl>
</header>
${section('Devices', content.devices)}${section('Corrections', content.corrections)}<section>
<h2>Charts</h2>
${charts.length === 0 ? html`<p>No stored readings in this range.</p>\n` : charts.map(figure)}</section>
${section('Statistics', content.statistics)}${section('First and last readings', content.ends)}${section('Alarms', content.alarms)}${section('Markers', content.markers)}${
  notes === null ? '' : textSection('Notes', notes || 'None.')
}${
  attachments.length === 0
    ? ''
    : html`<section>
<h2>Attachments</h2>
${attachments.map(({ name, text }) => html`<h3>${name}</h3>\n<pre class="text">\n${text}</pre>\n`)}</section>
`
}<section class="keep">
<h2>Signatures</h2>
<div class="signatures">
${['Performed by', 'Reviewed by'].map(signature)}</div>
</section>
</main>
</body>
</html>
`.html;
}

function section(heading: string, table: ReportTable): Html {
  return html`<section>
<h2>${heading}</h2>
${tableOf(heading, table)}${table.notes.map((note) => html`<p>${note}</p>\n`)}</section>
`;
}

function tableOf(heading: string, { columns, rows, none }: ReportTable): Html {
  if (rows.length === 0) return html`<p>${none}</p>\n`;
  const kind = (index: number): Html | string => (columns[index]?.isNumber ? html` class="number"` : '');
  return html`<div class="scroll" role="region" aria-label="${heading}" tabindex="0"><table>
<thead><tr>${columns.map(({ label }, index) => html`<th scope="col"${kind(index)}>${label}</th>`)}</tr></thead>
<tbody>
${rows.map(
  ([name = '', ...cells]) =>
    html`<tr><th scope="row"${kind(0)}>${name}</th>${cells.map((cell, index) => html`<td${kind(index + 1)}>${cell}</td>`)}</tr>\n`,
)}</tbody>
</table></div>
`;
}

function textSection(heading: string, text: string): Html {
  return html`<section>
<h2>${heading}</h2>
<pre class="text">\n${text}</pre>
</section>
`;
}

function figure(chart: ReportChart): Html {
  return html`<figure>
<figcaption>${chart.title}</figcaption>
<div class="scroll" role="region" aria-label="${chart.title}" tabindex="0"><div class="chart">${drawChart(chart, describeChart(chart))}</div></div>
<ul class="legend">
${chart.lines.map(({ label }, index) => html`<li>${legendSample(index)}${label}</li>\n`)}</ul>
</figure>
`;
}

function describeChart({ title, lines, from, to, zone }: ReportChart): string {
  const time = (at: number): string => formatLocalTime(at, zone.offsetOf);
  return `${title}, ${plural(lines.length, 'channel')}, ${time(from)} to ${time(to)}. The table Statistics has the figures.`;
}

function signature(role: string): Html {
  return html`<div class="signature">
<h3>${role}</h3>
${['Name', 'Date', 'Signature'].map((label) => html`<div class="line"><span>${label}</span><span></span></div>\n`)}</div>
`;
}
