import { useState, type ReactNode } from 'react';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';

/** A quiet button at the end of a form, which asks in its place before it deletes. `children`: what is lost. */
export function DeleteInForm({
  label,
  verb = 'Delete',
  busy,
  onDelete,
  children,
}: {
  label: string;
  verb?: string;
  busy: boolean;
  onDelete: () => void;
  children: ReactNode;
}) {
  const [isAsking, setIsAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        {label}
      </Button>
    );
  }
  return (
    <Banner
      tone="bad"
      action={
        <Button variant="danger" busy={busy} busyText="Deleting..." onClick={onDelete}>
          {verb}
        </Button>
      }
    >
      {children}
    </Banner>
  );
}
