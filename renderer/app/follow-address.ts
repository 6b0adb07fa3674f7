/** Goes with the service when its address changes: the old one goes on answering only until its connections are idle. */
import type { AppStatus } from '../../service/contract/index.ts';
import { RequestError, request } from '../data/requests.ts';
import type { Readable } from '../data/store.ts';
import { desktopBridge } from './desktop.ts';
import { isHeld } from './guarded-location.ts';
import { newOrigin } from './new-origin.ts';
import { showToast } from './toasts.tsx';

/** Where the service said that it answers when this page heard of it first. */
let known: string | undefined;
/** The new address that the user was told of. */
let told: string | undefined;
/** Whatever must be read before the page may go. */
const unread = new Set<symbol>();

/** Follows the service from then on, whoever changed its address. */
export function startAddressSync(status: Readable<AppStatus | null>): void {
  const look = (): void => {
    const address = status.get()?.address;
    if (address !== undefined) follow(address);
  };
  status.subscribe(look);
  look();
}

function follow(address: string): void {
  known ??= address;
  // The shell moves its own window.
  if (desktopBridge()) return;
  const origin = newOrigin(location.origin, known, address);
  if (!origin) return;
  const go = (): void => location.assign(`${origin}/${location.hash}`);
  if (!isHeld() && unread.size === 0) {
    go();
    return;
  }
  if (told === origin) return;
  told = origin;
  const first = isHeld() ? 'Save or discard your changes' : 'Close this dialog';
  showToast({
    title: `The service moved to ${origin}`,
    text: `${first} to continue at the new address. The current address closes soon.`,
    action: { word: 'Open new address', run: go },
  });
}

/** Keeps the page where it is until what it says was read. @returns the function that lets it go */
export function pauseRedirect(): () => void {
  const reason = Symbol('unread');
  unread.add(reason);
  return () => {
    unread.delete(reason);
    void redirectToService();
  };
}

/** Asks the service where it answers, instead of waiting until it says so. */
export async function redirectToService(): Promise<void> {
  try {
    follow((await request<AppStatus>('/app/v1/status')).address);
  } catch (error) {
    // What keeps it from answering is said by the banner.
    if (!(error instanceof RequestError)) throw error;
  }
}
