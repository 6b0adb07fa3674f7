/** Short messages at the foot of the window, with at most one thing to do about each. They go by themselves. */
import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import './toasts.css';

/** How long one stays, in milliseconds; longer while it is pointed at or has the focus. */
const STAY_MS = 10_000;

const manager = Toast.createToastManager();

export interface ToastContent {
  title: string;
  text?: string;
  /** What can be done about it, as a word, and the doing. */
  action?: { word: string; run: () => void };
}

/** Shows a message. */
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
        {/* The library hides it from screen readers until the messages have the focus, though it can be gone to. */}
        <Toast.Close className="icon-button" aria-label="Dismiss" aria-hidden={false}>
          <X aria-hidden size={15} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
