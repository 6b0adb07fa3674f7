/** The page of automatic runs, with what its tests have in common. */
import type { Locator, Page } from 'playwright';
import { beforeEach } from 'vitest';
import type { RunPlan, RunPlanInput } from '../../../service/contract/index.ts';
import { ruleOf } from '../../support/views/alarms.ts';
import { appDevice } from '../../support/views/devices.ts';
import { type EntryPage, entryPage } from './entry-page.ts';
import { type PlayedRig, playedRig } from './played-rig.ts';

export const LIST = '/runs/automatic';
export const ID = 'p00000001';
export const TEMPERATURE = { family: 'usb', serial: 'E1', channel: 'temperature' } as const;
export const LIMIT = { kind: 'limit', channel: TEMPERATURE, above: 60, below: null, hysteresis: 2 } as const;
export const MORNING: Extract<RunPlanInput['start'], { kind: 'schedule' }> = {
  kind: 'schedule',
  weekdays: ['mon', 'fri'],
  time: '06:00',
};

export const row = (page: Page, name: string): Locator => page.getByRole('row', { name });
export const toast = (page: Page, text: string): Locator => page.getByRole('dialog').filter({ hasText: text });

interface PlansRig {
  rig: PlayedRig;
  /** The automatic run in the played service. */
  plan: (id?: string) => RunPlan | undefined;
  /** @param route below the list */
  open: (route: string, options?: Parameters<PlayedRig['open']>[1]) => Promise<EntryPage>;
}

/** The played service has a device in a cold room, an alarm rule for it, and °F. */
export function plansRig(): PlansRig {
  const rig = playedRig();
  beforeEach(() => {
    rig.service.put(appDevice({ serial: 'E1', alias: 'Cold room' }));
    rig.service.settings.settings = { ...rig.service.settings.settings, display_units: { '°C': '°F' } };
    rig.service.alarms.putRule(ruleOf('a1', { serial: 'E1', channel: 'temperature', upper: 30 }));
  });
  return {
    rig,
    plan: (id = ID) => rig.service.runPlans.plans.get(id),
    open: async (route, options = {}) => entryPage(await rig.open(`${LIST}${route}`, options), ''),
  };
}
