/**
 * HTML of a message. All styles are inline and nothing is loaded, because mail programs remove the rest. Colors are set
 * only for borders, so that light and dark mail programs use their own for text and background.
 */
import { type Html, html } from '../support/html.ts';
import type { ListedAlarm, MessageContent } from './message-content.ts';
import type { AlarmEventKind } from './types.ts';

/** Visible on white and on black. */
const EVENT_COLORS: Readonly<Record<AlarmEventKind, string>> = {
  raised: '#d13438',
  reminder: '#d13438',
  acknowledged: '#c27c0e',
  cleared: '#2e8b57',
};

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';

export function writeHtml({ subject, intro, listed, more, link, footer }: MessageContent): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
</head>
<body style="margin:0;padding:16px;font-size:15px;line-height:1.5;${FONT}">
<div style="max-width:640px">
${intro.map((text) => html`<p style="margin:0 0 12px">${text}</p>\n`)}${listed.map(alarmCard)}${paragraph(more)}${linkTo(link)}<p style="margin:16px 0 0;font-size:13px">${footer}</p>
</div>
</body>
</html>
`.html;
}

function paragraph(text: string): Html | string {
  return text && html`<p style="margin:0 0 12px">${text}</p>\n`;
}

function linkTo(link: string): Html | string {
  if (!/^https?:\/\//.test(link)) return '';
  return html`<p style="margin:16px 0 0"><a href="${link}" style="font-weight:600">Open Mensura</a></p>\n`;
}

function alarmCard({ event, headline, rows, caption }: ListedAlarm): Html {
  const border = `border:1px solid #888888;border-left:4px solid ${EVENT_COLORS[event]};border-radius:4px`;
  return html`<div style="${border};margin:0 0 12px;padding:12px 16px">
<p style="margin:0 0 8px;font-size:17px;font-weight:600;overflow-wrap:anywhere">${headline}</p>
<table style="border-collapse:collapse;font-size:15px">
${rows.map(
  ({ label, text }) =>
    html`<tr><th scope="row" style="padding:2px 16px 2px 0;text-align:left;vertical-align:top;font-weight:400;white-space:nowrap">${label}</th><td style="padding:2px 0;overflow-wrap:anywhere">${text}</td></tr>\n`,
)}</table>
${chartOf(caption)}</div>
`;
}

function chartOf(caption: string): Html | string {
  const style = 'display:block;width:100%;max-width:600px;height:auto;margin:12px 0 4px;background:#ffffff';
  return (
    caption &&
    html`<img src="cid:chart" width="600" height="180" alt="Chart. ${caption}" style="${style}">
<p style="margin:0;font-size:13px">${caption}</p>
`
  );
}
