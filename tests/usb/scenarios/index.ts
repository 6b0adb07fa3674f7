/** Every scenario, in groups: each group has a guest of its own. */
import type { Scenario } from '../support/scenario.ts';
import { guestItself } from './guest-itself.ts';

export const GROUPS = {
  devices: [guestItself],
} as const satisfies Record<string, readonly Scenario[]>;

export type GroupName = keyof typeof GROUPS;
