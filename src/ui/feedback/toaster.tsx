import * as Radix from '@radix-ui/react-toast';
import { Check, CircleAlert, X } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { dismissToast, toastStore } from '@/lib/toast';
import { focusPageOnRemoval } from '@/ui/popups/focus-page';

const subscribe = (listener: () => void) => toastStore.subscribe(listener);
const currentToast = () => toastStore.get();

const SHOWN_MS = 5000;
const SHOWN_WITH_UNDO_MS = 10_000;
const SWIPE_PX = 50;

/** Tells the stylesheet how high the message is: on a phone the page makes room for it. */
function makeRoom(message: HTMLElement | null) {
  if (!message) return undefined;
  const { style } = document.documentElement;
  const sizes = new ResizeObserver(() => style.setProperty('--toast-space', `${message.offsetHeight}px`));
  sizes.observe(message);
  return () => {
    sizes.disconnect();
    style.removeProperty('--toast-space');
  };
}

/**
 * Shows the store's message: at the top of a phone, which moves the page down, else on the top bar.
 * Errors interrupt a screen reader.
 */
export function Toaster() {
  const message = useSyncExternalStore(subscribe, currentToast);
  const viewport = useRef<HTMLOListElement>(null);
  const id = message?.id;
  // A message raised while a dialog is open must be above its backdrop: reopening the popover puts it last in the top
  // layer.
  useEffect(() => {
    const list = viewport.current;
    if (!list || !('showPopover' in list)) return;
    if (list.matches(':popover-open')) list.hidePopover();
    if (id !== undefined) list.showPopover();
  }, [id]);
  return (
    <Radix.Provider duration={SHOWN_MS} swipeThreshold={SWIPE_PX} swipeDirection="right">
      {message && (
        <Radix.Root
          key={message.id}
          ref={makeRoom}
          className={`toast ${message.tone === 'error' ? 'toast-error' : ''}`}
          type={message.tone === 'error' ? 'foreground' : 'background'}
          duration={message.undo ? SHOWN_WITH_UNDO_MS : SHOWN_MS}
          onOpenChange={(open) => {
            if (!open) dismissToast(message.id);
          }}
        >
          {message.tone === 'error' ? <CircleAlert aria-hidden="true" /> : <Check aria-hidden="true" />}
          <div className="toast-text">
            <Radix.Title asChild>
              {message.description ? <strong>{message.title}</strong> : <div>{message.title}</div>}
            </Radix.Title>
            {message.description && <Radix.Description>{message.description}</Radix.Description>}
          </div>
          {message.undo && (
            // F8 moves the focus to the messages; Tab goes to the first one, and then to its button.
            <Radix.Action
              ref={focusPageOnRemoval}
              className="toast-undo"
              altText="To undo, press F8, then Tab twice."
              onClick={message.undo}
            >
              Undo
            </Radix.Action>
          )}
          <Radix.Close className="icon-btn" aria-label="Close">
            <X aria-hidden="true" />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport ref={viewport} popover="manual" className="toasts" />
    </Radix.Provider>
  );
}
