import { TriangleAlert } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Button } from '@/ui/button';
import { focusPage } from './focus-page';

type DialogProps = {
  open: boolean;
  /** Called on Esc and on a click on the backdrop. The caller closes the dialog by setting `open`. */
  onClose: () => void;
  title: ReactNode;
  /** The buttons, the main one last. */
  actions?: ReactNode | undefined;
  wide?: boolean | undefined;
  /**
   * An error that concerns several fields, or a conflict with existing data. Shown above the buttons, so that it stays
   * in view in a long dialog, and announced by screen readers when it appears. Null if there is none.
   */
  clash?: string | null | undefined;
  children?: ReactNode | undefined;
};

/** A native modal dialog; a bottom sheet on a phone. On closing, focus returns to where it was, or to the page. */
export function Dialog(props: DialogProps) {
  // Each opening mounts a new dialog, so nothing typed into the previous one remains.
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ onClose, title, actions, wide = false, clash, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  // Close the dialog before it is unmounted: removing it while open would make the browser restyle the page twice.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const focusedBefore = document.activeElement;
    const cancel = (event: Event) => {
      event.preventDefault();
      close.current();
    };
    // Close only if a click begins and ends on the backdrop: a text selection may end there.
    let isDownOnBackdrop = false;
    const down = (event: PointerEvent) => (isDownOnBackdrop = event.target === dialog);
    const press = (event: MouseEvent) => {
      if (isDownOnBackdrop && event.target === dialog && !isInside(dialog, event)) close.current();
    };
    dialog.addEventListener('cancel', cancel);
    dialog.addEventListener('pointerdown', down);
    dialog.addEventListener('click', press);
    dialog.showModal();
    return () => {
      dialog.removeEventListener('cancel', cancel);
      dialog.removeEventListener('pointerdown', down);
      dialog.removeEventListener('click', press);
      dialog.close();
      if (!(focusedBefore instanceof HTMLElement)) return;
      if (focusedBefore.isConnected) focusedBefore.focus({ preventScroll: true });
      else focusPage();
    };
  }, []);
  return (
    <dialog ref={ref} className={`dialog ${wide ? 'dialog-wide' : ''}`} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {children && <div className="dialog-body">{children}</div>}
      {actions && (
        <div className="dialog-actions">
          {clash !== undefined && (
            <output className="dialog-clash">
              {clash !== null && (
                <span className="banner tone-warn">
                  <TriangleAlert aria-hidden="true" />
                  <span className="banner-text">{clash}</span>
                </span>
              )}
            </output>
          )}
          {actions}
        </div>
      )}
    </dialog>
  );
}

function isInside(dialog: HTMLElement, { clientX, clientY }: MouseEvent) {
  const box = dialog.getBoundingClientRect();
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
}

/**
 * Asks for confirmation before an action that can't be undone, or that can be undone only for a short time. The button
 * is labelled with the verb: 'Delete', not 'OK'.
 */
export function ConfirmDialog({
  verb,
  keep = 'Keep it',
  tone = 'danger',
  busy = false,
  busyText,
  onConfirm,
  children,
  ...dialog
}: Omit<DialogProps, 'actions' | 'wide' | 'clash'> & {
  verb: string;
  keep?: string | undefined;
  tone?: 'danger' | 'main' | 'prominent' | undefined;
  busy?: boolean | undefined;
  busyText?: string | undefined;
  onConfirm: () => void;
}) {
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button onClick={dialog.onClose}>{keep}</Button>
          <Button variant={tone} busy={busy} busyText={busyText} onClick={onConfirm}>
            {verb}
          </Button>
        </>
      }
    >
      <div className="text-muted">{children}</div>
    </Dialog>
  );
}
