/** The hash route. Unsaved changes can hold it: then the user is asked first. */
import { useEffect, useEffectEvent } from 'react';
import type { BaseLocationHook } from 'wouter';
import { navigate as go } from 'wouter/use-hash-location';
import { useReadable } from '../data/react.ts';
import { type Readable, ValueStore } from '../data/store.ts';

/** What must not be left without asking. */
export interface LeaveGuard {
  /** What has unsaved changes, for the question. */
  what: string;
  /** Asked at the moment of leaving. */
  holds: () => boolean;
  /** Saves; answers whether that worked and left nothing unsaved. */
  save: () => Promise<boolean>;
}

interface NavigateOptions {
  replace?: boolean;
}

/** A way out that waits for the user's answer. */
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
/** How often another place was shown. */
let moves = 0;

/** The route that is shown, as the address has it: not decoded. */
export const rawRoute: Readable<string> = shown;

/** What waits for the user's answer; null when nothing does. */
export const heldLeave: Readable<BlockedNavigation | null> = held;

/** Goes to a route whatever is unsaved: for the steps that saved it or gave it up. */
export function forceNavigate(route: string, { replace = false }: NavigateOptions = {}): void {
  held.set(null);
  // Going there is told at once, to `follow` too.
  isLeaving = true;
  go(route, { replace });
  isLeaving = false;
}

/** Shows the place where the user is under another route: what was new there is stored now, and has a name. */
export function replacePath(route: string): void {
  const before = moves;
  forceNavigate(route, { replace: true });
  moves = before;
}

/**
 * Notes where the user is, for a step that has to wait for an answer.
 * @returns tells whether the user is still there: what came too late leads nobody away from where they went meanwhile
 */
export function captureLocation(): () => boolean {
  const noted = moves;
  return () => moves === noted;
}

/** Whether something unsaved holds the page. */
export function isHeld(): boolean {
  return guard?.holds() ?? false;
}

/** Goes to a route where nothing unsaved holds this one: for what is only convenient. */
export function navigateTo(route: string): void {
  if (!isHeld()) forceNavigate(route);
}

function navigate(route: string, options: NavigateOptions = {}): void {
  if (route === shown.get()) return;
  if (guard?.holds()) hold(guard, route, options);
  else forceNavigate(route, options);
}

function hold({ what, save }: LeaveGuard, route: string, options: NavigateOptions): void {
  held.set({ what, save, leave: () => forceNavigate(route, options), stay: () => held.set(null) });
}

/** The address changed by itself: back, forward, or typed. */
function follow(): void {
  const route = addressed();
  if (route === shown.get()) return;
  if (!isLeaving && guard?.holds()) {
    // The address had its way already: it is put back until the user has answered.
    history.pushState(null, '', `#${shown.get()}`);
    hold(guard, route, {});
    return;
  }
  moves += 1;
  shown.set(route);
}

/** Follows the address from then on. */
export function startLocation(): void {
  addEventListener('hashchange', follow);
}

/** The router's way to the route. */
export const useGuardedLocation: BaseLocationHook = () => [useReadable(shown), navigate];
useGuardedLocation.hrefs = (href) => `#${href}`;

/** Has the user asked before this is left, while `holds` says so. */
export function useLeaveGuard({ what, holds, save }: LeaveGuard): void {
  const latestHolds = useEffectEvent(holds);
  const latestSave = useEffectEvent(save);
  useEffect(() => {
    const own: LeaveGuard = { what, holds: () => latestHolds(), save: () => latestSave() };
    guard = own;
    const onUnload = (event: Event): void => {
      if (own.holds()) event.preventDefault();
    };
    // A browser asks, and so does the desktop's window.
    addEventListener('beforeunload', onUnload);
    return () => {
      if (guard === own) guard = null;
      removeEventListener('beforeunload', onUnload);
    };
  }, [what]);
}
