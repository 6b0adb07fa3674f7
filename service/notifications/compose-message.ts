/** Writes messages: subject, plain text and HTML. */
import { contentOf, type MessageContent, type MessageInput } from './message-content.ts';
import { writeHtml } from './message-html.ts';
import { inOrder } from './message-subject.ts';
import type { OutgoingMessage } from './types.ts';

export function composeMessage(input: MessageInput): OutgoingMessage {
  const { kind, id, link, chart, now } = input;
  const content = contentOf(input);
  const hasChart = content.listed.some(({ caption }) => caption !== '');
  return {
    id,
    kind,
    subject: content.subject,
    text: writeText(content),
    html: writeHtml(content),
    chart: hasChart ? chart?.png : undefined,
    alarms: inOrder(input.alarms),
    link,
    at: now,
  };
}

/** One alarm has its headline in the subject. */
function writeText({ subject, intro, listed, more, link, footer }: MessageContent): string {
  const blocks = listed.map(({ headline, rows }) => {
    const lines = rows.map(({ label, text }) => `${label}: ${text}`);
    return subject.startsWith(headline) ? lines.join('\n') : [headline, ...lines.map((line) => `  ${line}`)].join('\n');
  });
  const end = link ? [`Open Mensura: ${link}`] : [];
  return `${[...intro, ...blocks, ...(more ? [more] : []), ...end, footer].join('\n\n')}\n`;
}
