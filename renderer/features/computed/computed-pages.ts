/** The parts of the Devices page for computed channels, loaded on first use. Each reads the route for itself. */
import { lazyPage } from '../../app/lazy-page.ts';

export const COMPUTED_PARTS = {
  editor: lazyPage(async () => (await import('./editor/computed-editor.tsx')).ComputedEditor),
  /** Buttons in the header of the readings. */
  actions: lazyPage(async () => (await import('./device/computed-actions.tsx')).ComputedActions),
  /** In the details of the device. */
  facts: lazyPage(async () => (await import('./device/computed-facts.tsx')).ComputedFacts),
};
