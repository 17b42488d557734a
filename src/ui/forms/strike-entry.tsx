import { Strikethrough } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { ConfirmDialog } from '@/ui/popups/dialog';

type Props = { name: string; busy: boolean; onConfirm: () => void };

/** Asks whether to strike out a record that was entered by mistake. `name`: "this spray". */
export const StrikeDialog = ({ name, ...props }: Props & { open: boolean; onClose: () => void }) => (
  <ConfirmDialog {...props} title={`Strike out ${name}?`} verb="Strike out" busyText="Striking out...">
    The law asks farms to keep these records, so it is not deleted. It stays in the list, with your name and the day,
    and counts no more. To put a figure right, change it instead.
  </ConfirmDialog>
);

/** At the end of a form: strikes out a record that was entered by mistake, after a confirmation. */
export function StrikeEntry(props: Props) {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <Button variant="quiet" className="justify-self-start" onClick={() => setIsConfirming(true)}>
        <Strikethrough aria-hidden="true" />
        Entered by mistake
      </Button>
      <StrikeDialog {...props} open={isConfirming} onClose={() => setIsConfirming(false)} />
    </>
  );
}
