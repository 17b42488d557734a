import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/ui/button';

/** The button that saves an entry, large enough for use outdoors with gloves. */
export function SaveButton({
  busy,
  busyText = 'Saving...',
  children,
}: {
  busy: boolean;
  busyText?: string | undefined;
  children: ReactNode;
}) {
  return (
    <Button type="submit" variant="prominent" size="xl" wide busy={busy} busyText={busyText}>
      <Check aria-hidden="true" />
      {children}
    </Button>
  );
}
