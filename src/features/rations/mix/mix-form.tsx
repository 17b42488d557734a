import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { MAX_ITEMS } from '@/domain/rations/tmr';
import { Button } from '@/ui/button';
import { FieldError } from '@/ui/forms/field';
import { DockedSave, EntryForm } from '@/ui/forms/save-dock';
import { Card, CardHead } from '@/ui/layout/card';
import type { MixFormProps } from './mix-editor';

/** The form around the fields of a mix, with the button that saves. */
export function MixForm({
  busy,
  disabledReason,
  onSubmit,
  children,
}: Pick<MixFormProps<unknown>, 'busy' | 'disabledReason'> & {
  /** React Hook Form's handler. */
  onSubmit: () => Promise<void>;
  children: ReactNode;
}) {
  return (
    // Safe to ignore: the handler never rejects here, and the mutation reports its own errors.
    <EntryForm onSubmit={() => void onSubmit()}>
      <div className="grid content-start gap-4 max-nav:flex-1">{children}</div>
      <DockedSave verb="Save mix" busy={busy} disabledReason={disabledReason} />
    </EntryForm>
  );
}

/** The ingredients of a mix and the button that adds one. `children` renders the fields of one by its index. */
export function Ingredients({
  rows: { keys, append },
  problem,
  error,
  children,
}: {
  rows: { keys: readonly string[]; append: () => void };
  /** What is wrong with them as they stand, with a way to put it right. */
  problem?: ReactNode;
  /** Why they cannot be saved, or null. */
  error: string | null;
  children: (index: number) => ReactNode;
}) {
  return (
    <Card className="overflow-clip">
      <CardHead title="Ingredients" />
      <ol>
        {keys.map((key, index) => (
          <li key={key} className="border-t border-line p-4 first:border-t-0">
            {children(index)}
          </li>
        ))}
      </ol>
      <div className="grid gap-2 border-t border-line p-4">
        {problem}
        <Button wide disabled={keys.length >= MAX_ITEMS} onClick={append}>
          <Plus aria-hidden="true" />
          Add ingredient
        </Button>
        {error !== null && <FieldError>{error}</FieldError>}
      </div>
    </Card>
  );
}
