import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/ui/button';

/** The button of an entry that is captured in the field. */
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
    <Button type="submit" variant="live" size="xl" wide busy={busy} busyText={busyText}>
      <Check aria-hidden="true" />
      {children}
    </Button>
  );
}
