import type { ReactNode } from 'react';
import { useOffline } from '@/lib/online';
import { Button } from '@/ui/button';

/** The buttons of a step, the main one last. In a long step they stay in view while it is scrolled. */
export function StepActions({ sticky = false, children }: { sticky?: boolean | undefined; children: ReactNode }) {
  const bar = 'sticky bottom-(--above-bar) z-1 -mx-4 -mb-4 bg-raised px-4 py-3';
  return <div className={`flex items-center justify-end gap-2 ${sticky ? bar : ''}`}>{children}</div>;
}

/** The button that saves a step. */
export function SaveStep({ busy, busyText, children }: { busy: boolean; busyText: string; children: ReactNode }) {
  return (
    <Button
      type="submit"
      variant="main"
      size="l"
      className="max-sm:flex-1"
      disabled={useOffline()}
      busy={busy}
      busyText={busyText}
    >
      {children}
    </Button>
  );
}
