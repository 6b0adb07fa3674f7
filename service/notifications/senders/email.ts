/** Delivers messages as e-mails. */
import { domainToASCII } from 'node:url';
import type { DestinationFields } from '../../contract/index.ts';
import { errorText } from '../../support/errors.ts';
import type { OutgoingMessage, Sender, SendOutcome, SendProgress } from '../types.ts';
import { failure } from './delivery-failure.ts';
import type { SmtpServer } from './smtp-socket.ts';
import { SMTP_LIMITS, type SmtpLimits, type SmtpMail, sendBySmtp } from './smtp-transaction.ts';

export interface EmailSenderOptions {
  fields: DestinationFields;
  password: string;
  tls: SmtpServer['tls'];
  limits?: Partial<SmtpLimits>;
}

/** The name that mail programs show as the sender. */
const SENDER_NAME = 'Mensura';

/** The same for each attempt: receivers discard a second copy by it (RFC 5322, section 3.6.4). */
function messageIdOf(id: string, from: string): string {
  const domain = domainToASCII(from.slice(from.lastIndexOf('@') + 1));
  return `<${id}@${domain || 'mensura.invalid'}>`;
}

/** An e-mail (RFC 5322) with text, HTML and the chart that the HTML shows. */
async function composeEmail(
  { from, to }: Pick<DestinationFields, 'from' | 'to'>,
  { id, subject, text, html, chart, at }: OutgoingMessage,
): Promise<SmtpMail> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({
    from: { name: SENDER_NAME, address: from },
    to: [...to],
    subject,
    text,
    html,
    attachments: chart
      ? [
          {
            cid: 'chart',
            filename: 'chart.png',
            content: chart,
            contentType: 'image/png',
            contentDisposition: 'inline',
          },
        ]
      : [],
    messageId: messageIdOf(id, from),
    date: new Date(at),
    // RFC 3834, section 5: keeps vacation programs from replying.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Mensura-Id': id },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const composed = composer.compile();
  // With domains as servers know them.
  const { from: sender, to: recipients } = composed.getEnvelope();
  return { from: sender || from, to: recipients, content: await composed.build() };
}

export class EmailSender implements Sender {
  readonly #options: EmailSenderOptions;
  readonly #closed = new AbortController();

  constructor(options: EmailSenderOptions) {
    this.#options = options;
  }

  close(): void {
    this.#closed.abort();
  }

  async send(message: OutgoingMessage, signal: AbortSignal, progress?: SendProgress): Promise<SendOutcome> {
    const { fields, password, tls, limits } = this.#options;
    const { port, encryption, username } = fields;
    const host = fields.host.replace(/^\[(.*)\]$/, '$1');
    const ended = AbortSignal.any([signal, this.#closed.signal]);
    const account = { server: { host, port, encryption, tls }, username, password };
    try {
      const mail = await composeEmail(fields, message);
      return await sendBySmtp(account, mail, ended, progress, { ...SMTP_LIMITS, ...limits });
    } catch (error) {
      // A bug of ours: shown instead of silence.
      return { kind: 'failed', failure: failure('unknown', `Cannot compose the e-mail: ${errorText(error)}.`, '') };
    }
  }
}
