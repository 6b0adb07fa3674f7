import type { ComputedChannel } from '../../../../service/contract/index.ts';
import { captureLocation, navigateTo } from '../../../app/guarded-location.ts';
import { showToast } from '../../../app/toasts.tsx';
import { removeComputed, restoreComputed } from '../../../data/computed/requests.ts';
import type { Live } from '../../../data/live.ts';
import { RequestError } from '../../../data/requests.ts';
import { COMPUTED } from '../computed-definition.ts';
import { computedRoute } from '../routes.ts';

async function attempt(failing: string, doing: () => Promise<void>): Promise<void> {
  try {
    await doing();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    showToast({ title: failing, text: error.message });
  }
}

/** Deletes without a question; a message offers Undo. */
export function removeComputedChannel({ computed }: Live, { id, computed: input }: ComputedChannel): void {
  const what = `the computed channel “${input.name}”`;
  void attempt(`Cannot delete ${what}`, async () => {
    const isHere = captureLocation();
    await removeComputed(id);
    computed.acceptRemoval(id);
    if (isHere()) {
      navigateTo(COMPUTED.pageRoute);
      document.querySelector<HTMLElement>('main')?.focus();
    }
    const restore = (): void => {
      void attempt(`Cannot undo the deletion of ${what}`, async () => {
        const restored = await restoreComputed(id);
        computed.accept(restored);
        navigateTo(computedRoute(restored.id));
      });
    };
    showToast({ title: `Deleted ${what}`, text: COMPUTED.removedText, action: { word: 'Undo', run: restore } });
  });
}
