/** A page of entries in a browser, on a service that is played. */
import type { OpenPageOptions } from './browser.ts';
import { type EntryPage, entryPage } from './entry-page.ts';
import { type PlayedRig, playedRig } from './played-rig.ts';

export interface EntryRig extends Pick<PlayedRig, 'service' | 'leave'> {
  /** Opens the page. @param route below the page's own */
  open(route: string, options?: OpenPageOptions): Promise<EntryPage>;
}

/**
 * @param page its route: `/gateways`
 * @param detailsName what the part beside the form is called
 */
export function entryRig(page: string, detailsName: string): EntryRig {
  const rig = playedRig();
  return {
    get service() {
      return rig.service;
    },
    leave: rig.leave,
    open: async (route, options) => entryPage(await rig.open(`${page}${route}`, options), detailsName),
  };
}
