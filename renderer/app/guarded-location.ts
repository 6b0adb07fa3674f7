/** Hash router that asks the user before unsaved changes are left. */
import { useEffect, useEffectEvent } from 'react';
import type { BaseLocationHook } from 'wouter';
import { navigate as navigateHash } from 'wouter/use-hash-location';
import { useReadable } from '../data/react.ts';
import { type Readable, ValueStore } from '../data/store.ts';

export interface LeaveGuard {
  /** The object with unsaved changes: "the history settings". */
  what: string;
  /** Whether there are unsaved changes now. */
  holds: () => boolean;
  /** @returns whether everything is saved */
  save: () => Promise<boolean>;
}

interface NavigateOptions {
  replace?: boolean;
}

/** A navigation that waits for the user's decision. */
export interface BlockedNavigation {
  what: string;
  save: () => Promise<boolean>;
  leave: () => void;
  stay: () => void;
}

function addressed(): string {
  return `/${location.hash.replace(/^#?\/?/, '')}`;
}

const shown = new ValueStore(addressed());
const held = new ValueStore<BlockedNavigation | null>(null);
let guard: LeaveGuard | null = null;
let isLeaving = false;
/** Counts navigations. */
let moves = 0;

/** The current route, not decoded. */
export const rawRoute: Readable<string> = shown;

/** Null while no navigation waits. */
export const heldLeave: Readable<BlockedNavigation | null> = held;

/** Navigates without asking: the changes are saved or discarded. */
export function forceNavigate(route: string, { replace = false }: NavigateOptions = {}): void {
  held.set(null);
  // `follow` runs synchronously.
  isLeaving = true;
  navigateHash(route, { replace });
  isLeaving = false;
}

/** Replaces the route without leaving the page: a new entry was saved and has an identifier now. */
export function replacePath(route: string): void {
  const before = moves;
  forceNavigate(route, { replace: true });
  moves = before;
}

/** @returns whether the user is still on the same page, for a step after an asynchronous request */
export function captureLocation(): () => boolean {
  const noted = moves;
  return () => moves === noted;
}

/** Whether unsaved changes hold the page. */
export function isHeld(): boolean {
  return guard?.holds() ?? false;
}

/** Navigates unless unsaved changes hold the page: for convenience only. */
export function navigateTo(route: string): void {
  if (!isHeld()) forceNavigate(route);
}

/** Replaces `from`, unless the user has left it: the address changes before its `hashchange` event. */
export function redirect(from: string, to: string): void {
  if (shown.get() === from && addressed() === from) forceNavigate(to, { replace: true });
}

function navigate(route: string, options: NavigateOptions = {}): void {
  if (route === shown.get()) return;
  if (guard?.holds()) hold(guard, route, options);
  else forceNavigate(route, options);
}

function hold({ what, save }: LeaveGuard, route: string, options: NavigateOptions): void {
  held.set({ what, save, leave: () => forceNavigate(route, options), stay: () => held.set(null) });
}

/** Back, forward, or a typed address. */
function follow(): void {
  const route = addressed();
  if (route === shown.get()) return;
  if (!isLeaving && guard?.holds()) {
    // The address has already changed: restore it until the user decides.
    history.pushState(null, '', `#${shown.get()}`);
    hold(guard, route, {});
    return;
  }
  moves += 1;
  shown.set(route);
}

export function startLocation(): void {
  addEventListener('hashchange', follow);
}

export const useGuardedLocation: BaseLocationHook = () => [useReadable(shown), navigate];
useGuardedLocation.hrefs = (href) => `#${href}`;

/** Asks the user before the page is left while `holds` returns true. */
export function useLeaveGuard({ what, holds, save }: LeaveGuard): void {
  const latestHolds = useEffectEvent(holds);
  const latestSave = useEffectEvent(save);
  useEffect(() => {
    const own: LeaveGuard = { what, holds: () => latestHolds(), save: () => latestSave() };
    guard = own;
    const onUnload = (event: Event): void => {
      if (own.holds()) event.preventDefault();
    };
    // Covers the browser and the window of the desktop app.
    addEventListener('beforeunload', onUnload);
    return () => {
      if (guard === own) guard = null;
      removeEventListener('beforeunload', onUnload);
    };
  }, [what]);
}
