import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import type { ButtonHTMLAttributes } from 'react';
import './toasts.css';

/** Longer while pointed at or focused. */
const STAY_MS = 10_000;

interface ToastData {
  other: ButtonHTMLAttributes<HTMLButtonElement> | undefined;
}

const manager = Toast.createToastManager<ToastData>();

interface ToastAction {
  word: string;
  run: () => void;
}

export interface ToastContent {
  /** Replaces the open message with this ID, which then stays for the full time again. */
  id?: string;
  title: string;
  /** Its line breaks are shown. */
  text?: string;
  action?: ToastAction;
  /** To the left of the action. */
  otherAction?: ToastAction;
  /** Called when it closes, for whatever reason. */
  onClose?: () => void;
}

export function showToast({ id: own, title, text, action, otherAction, onClose }: ToastContent): void {
  const buttonOf = ({ word, run }: ToastAction) => ({
    children: word,
    onClick: () => {
      manager.close(id);
      run();
    },
  });
  const id = manager.add({
    ...(own && { id: own }),
    title,
    description: text,
    timeout: STAY_MS,
    onClose,
    actionProps: action && buttonOf(action),
    data: { other: otherAction && buttonOf(otherAction) },
  });
}

/** @param id as given to `showToast` */
export function closeToast(id: string): void {
  manager.close(id);
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
  const { toasts } = Toast.useToastManager<ToastData>();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} swipeDirection={[]} className="toast">
      <Toast.Content className="toast-content">
        <div className="toast-text">
          <Toast.Title className="toast-title" render={<p />} />
          <Toast.Description className="dim" />
        </div>
        {toast.data?.other && <button type="button" className="button" {...toast.data.other} />}
        <Toast.Action className="button" />
        {/* The library hides it from screen readers until a message has the focus, although it is focusable. */}
        <Toast.Close className="icon-button" aria-label="Dismiss" aria-hidden={false}>
          <X aria-hidden size={15} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
