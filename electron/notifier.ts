import { Notification } from 'electron';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';

/** Maximum number of open notifications; older ones are closed. */
const MAX_OPEN = 10;

/** On Linux the body is markup: https://specifications.freedesktop.org/notification-spec/latest/markup.html */
function asBody(text: string): string {
  if (process.platform !== 'linux') return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export interface DesktopNotification {
  title: string;
  body: string;
  isUrgent: boolean;
  onClick(): void;
}

export class Notifier {
  readonly #options: { icon: string; logger: Logger };
  #shown: Notification[] = [];

  /** @param options `icon` is a path */
  constructor(options: { icon: string; logger: Logger }) {
    this.#options = options;
  }

  isSupported(): boolean {
    return Notification.isSupported();
  }

  show({ title, body, isUrgent, onClick }: DesktopNotification): void {
    const { icon, logger } = this.#options;
    const notification = new Notification({
      title,
      body: asBody(body),
      icon,
      urgency: isUrgent ? 'critical' : 'normal',
    });
    notification.on('click', onClick);
    notification.on('failed', (_event, error) => logger.warn(`cannot show notification: ${errorText(error)}`));
    // Referenced, or garbage collection would remove the click handler.
    this.#shown.push(notification);
    for (const old of this.#shown.splice(0, Math.max(0, this.#shown.length - MAX_OPEN))) old.close();
    notification.show();
  }

  stop(): void {
    for (const notification of this.#shown) notification.close();
    this.#shown = [];
  }
}
