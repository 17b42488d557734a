import { Strikethrough } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { ConfirmDialog } from '@/ui/popups/dialog';

/** At the end of a form: strikes out a record that was entered by mistake, after a confirmation. `name`: "this spray". */
export function StrikeEntry({ name, busy, onConfirm }: { name: string; busy: boolean; onConfirm: () => void }) {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <Button variant="quiet" className="justify-self-start" onClick={() => setIsConfirming(true)}>
        <Strikethrough aria-hidden="true" />
        Entered by mistake
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={`Strike out ${name}?`}
        verb="Strike out"
        busy={busy}
        busyText="Striking out..."
        onConfirm={onConfirm}
      >
        The law asks farms to keep these records, so it is not deleted. It stays in the list, with your name and the
        day, and counts no more. To put a figure right, change it instead.
      </ConfirmDialog>
    </>
  );
}
