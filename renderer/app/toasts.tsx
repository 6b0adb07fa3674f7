import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import './toasts.css';

/** Longer while pointed at or focused. */
const STAY_MS = 10_000;

const manager = Toast.createToastManager();

export interface ToastContent {
  title: string;
  text?: string;
  action?: { word: string; run: () => void };
}

export function showToast({ title, text, action }: ToastContent): void {
  const id = manager.add({
    title,
    ...(text && { description: text }),
    timeout: STAY_MS,
    ...(action && {
      actionProps: {
        children: action.word,
        onClick: () => {
          manager.close(id);
          action.run();
        },
      },
    }),
  });
}

export function Toasts() {
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} swipeDirection={[]} className="toast">
      <Toast.Content className="toast-content">
        <div className="toast-text">
          <Toast.Title className="toast-title" render={<p />} />
          <Toast.Description className="dim" />
        </div>
        <Toast.Action className="button" />
        {/* The library hides it from screen readers until a message has the focus, although it is focusable. */}
        <Toast.Close className="icon-button" aria-label="Dismiss" aria-hidden={false}>
          <X aria-hidden size={15} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
