import * as Radix from '@radix-ui/react-toast';
import { Check, CircleAlert, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { dismissToast, toastStore } from '@/lib/toast';

const subscribe = (listener: () => void) => toastStore.subscribe(listener);
const shown = () => toastStore.get();

const SHOWN_FOR = 5000;
const SWIPE = 50;

/** Shows the one message of the store at the lower edge, above the bars. Errors interrupt a screen reader. */
export function Toaster() {
  const message = useSyncExternalStore(subscribe, shown);
  return (
    <Radix.Provider duration={SHOWN_FOR} swipeThreshold={SWIPE} swipeDirection="right">
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
      <Radix.Viewport className="toasts" />
    </Radix.Provider>
  );
}
