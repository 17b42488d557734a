import { useId, type ReactNode } from 'react';
import { Button } from '@/ui/button';
import { Dialog } from './dialog';

/** A dialog around one form: Enter and the main button submit it. Errors are shown inside the form. */
export function FormDialog({
  title,
  wide = false,
  verb,
  close = 'Close',
  busy,
  busyText = 'Saving...',
  disabled = false,
  clash,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  wide?: boolean;
  /** The label of the submit button. */
  verb: string;
  close?: string;
  busy: boolean;
  busyText?: string;
  disabled?: boolean;
  /** A problem that concerns several fields or existing data, shown above the buttons. Null while there is none. */
  clash?: string | null | undefined;
  /** A returned promise must not reject. */
  onSubmit: () => unknown;
  onClose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Dialog
      open
      wide={wide}
      onClose={onClose}
      title={title}
      clash={clash}
      actions={
        <>
          <Button onClick={onClose}>{close}</Button>
          <Button type="submit" form={id} variant="main" disabled={disabled} busy={busy} busyText={busyText}>
            {verb}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
