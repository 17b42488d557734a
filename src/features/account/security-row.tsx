import { useId, type ReactNode } from 'react';
import { Button } from '@/ui/button';

/** One row of the security card: the current value, and a form that opens below it. */
export function SecurityRow({
  title,
  text,
  open,
  verb,
  disabled,
  onOpen,
  children,
}: {
  title: string;
  text: ReactNode;
  open: boolean;
  /** Label of the button that opens the form. */
  verb: string;
  /** The form can't be opened now; the card says why. */
  disabled: boolean;
  onOpen: () => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-3 border-t border-line pt-4 first:border-0 first:pt-0"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-52">
          <h3 id={id} className="text-3">
            {title}
          </h3>
          <p className="text-2 break-words text-muted">{text}</p>
        </div>
        {!open && (
          <Button disabled={disabled} onClick={onOpen}>
            {verb}
          </Button>
        )}
      </div>
      {open && children}
    </section>
  );
}
