/** The desktop's own notifications, each of which leads somewhere when it is clicked. */
import { Notification } from 'electron';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';

/** Notifications that can still be clicked: the older ones are taken back. */
const KEPT = 10;

/** On Linux the body is markup: what stands in it is text, whatever names contain. https://specifications.freedesktop.org/notification-spec/latest/markup.html */
function asBody(text: string): string {
  if (process.platform !== 'linux') return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export interface Notice {
  title: string;
  body: string;
  isUrgent: boolean;
  onClick(): void;
}

export class Notifier {
  readonly #options: { icon: string; logger: Logger };
  #shown: Notification[] = [];

  /** @param options `icon` is the file of the picture beside the text */
  constructor(options: { icon: string; logger: Logger }) {
    this.#options = options;
  }

  /** Whether this desktop shows notifications at all. */
  isSupported(): boolean {
    return Notification.isSupported();
  }

  show({ title, body, isUrgent, onClick }: Notice): void {
    const { icon, logger } = this.#options;
    const notification = new Notification({
      title,
      body: asBody(body),
      icon,
      urgency: isUrgent ? 'critical' : 'normal',
    });
    notification.on('click', onClick);
    notification.on('failed', (_event, error) => logger.warn(`cannot show notification: ${errorText(error)}`));
    // Kept, or it would be collected as garbage and its click with it.
    this.#shown.push(notification);
    for (const old of this.#shown.splice(0, Math.max(0, this.#shown.length - KEPT))) old.close();
    notification.show();
  }

  /** Takes back what is still shown. */
  stop(): void {
    for (const notification of this.#shown) notification.close();
    this.#shown = [];
  }
}
