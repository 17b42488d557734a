import * as Radix from '@radix-ui/react-toast';
import { Check, CircleAlert, X } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { dismissToast, toastStore } from '@/lib/toast';

const subscribe = (listener: () => void) => toastStore.subscribe(listener);
const currentToast = () => toastStore.get();

const SHOWN_MS = 5000;
const SWIPE_PX = 50;

/** Shows the store's message at the lower edge, above the bars. Errors interrupt a screen reader. */
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
          className={`toast ${message.tone === 'error' ? 'toast-error' : ''}`}
          type={message.tone === 'error' ? 'foreground' : 'background'}
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
          <Radix.Close className="icon-btn" aria-label="Close">
            <X aria-hidden="true" />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport ref={viewport} popover="manual" className="toasts" />
    </Radix.Provider>
  );
}
