import type { ReactNode } from 'react';
import { Button, ButtonLink } from '@/ui/button';
import { Card } from '@/ui/layout/card';

/** A titled group of fields in a long form. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="p-4">
      <fieldset className="grid gap-4">
        <legend className="float-left mb-3 w-full text-4 font-bold">{title}</legend>
        {children}
      </fieldset>
    </Card>
  );
}

/** The buttons of a long form: on a phone they stick to the bottom of the screen. `cancel` is where Cancel leads. */
export function FormActions({
  cancel,
  verb,
  busy,
  note,
}: {
  cancel: string;
  verb: string;
  busy: boolean;
  note?: ReactNode;
}) {
  return (
    <div className="sticky-actions sticky bottom-(--above-bar) z-1 -mx-gutter flex flex-wrap justify-end gap-2 border-t border-line bg-surface px-gutter py-3 nav:static nav:mx-0 nav:border-0 nav:p-0">
      {note}
      <ButtonLink to={cancel} size="l">
        Cancel
      </ButtonLink>
      <Button type="submit" variant="main" size="l" className="grow nav:grow-0" busy={busy} busyText="Saving...">
        {verb}
      </Button>
    </div>
  );
}
