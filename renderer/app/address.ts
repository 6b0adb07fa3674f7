/** Follows the service to a new address. The old port stays open until its connections are idle. */
import type { AppStatus } from '../../service/contract/index.ts';
import { RequestError, request } from '../data/requests.ts';
import type { Readable } from '../data/store.ts';
import { desktopBridge } from './desktop.ts';
import { isHeld } from './guarded-location.ts';
import { newOrigin } from './new-origin.ts';
import { showToast } from './toasts.tsx';

/** Address of the service when the page first received it. */
let known: string | undefined;
/** The new address that the user has been notified of. */
let reported: string | undefined;
/** Reasons not to leave the page yet. */
const unread = new Set<symbol>();

export function startAddressSync(status: Readable<AppStatus | null>): void {
  const check = (): void => {
    const address = status.get()?.address;
    if (address !== undefined) follow(address);
  };
  status.subscribe(check);
  check();
}

function follow(address: string): void {
  known ??= address;
  // The desktop app moves its window itself.
  if (desktopBridge()) return;
  const origin = newOrigin(location.origin, known, address);
  if (!origin) return;
  const openNew = (): void => location.assign(`${origin}/${location.hash}`);
  if (!isHeld() && unread.size === 0) {
    openNew();
    return;
  }
  if (reported === origin) return;
  reported = origin;
  const first = isHeld() ? 'Save or discard your changes' : 'Close this dialog';
  showToast({
    title: `The service moved to ${origin}`,
    text: `${first} to continue at the new address. The old address remains available until its connections are idle.`,
    action: { word: 'Open new address', run: openNew },
  });
}

/** Keeps the page until the user has read a result. @returns the function that releases it */
export function pauseRedirect(): () => void {
  const reason = Symbol('unread');
  unread.add(reason);
  return () => {
    unread.delete(reason);
    void redirectToService();
  };
}

/** Requests the address instead of waiting for the event stream. */
export async function redirectToService(): Promise<void> {
  try {
    follow((await request<AppStatus>('/app/v1/status')).address);
  } catch (error) {
    // The connection banner reports it.
    if (!(error instanceof RequestError)) throw error;
  }
}

/** Base address of the service: the page's own origin, which also works through a tunnel. */
export function serviceAddress(): string {
  return location.origin;
}
