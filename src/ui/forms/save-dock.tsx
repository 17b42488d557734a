import type { ReactNode } from 'react';
import { Button } from '@/ui/button';

/**
 * The footer of an entry screen, in place of the bottom bar: the total, and the one button that saves (`SaveButton`).
 * Put it last in the form.
 */
export function SaveDock({
  note,
  value,
  children,
}: {
  note?: ReactNode | undefined;
  value?: ReactNode | undefined;
  children: ReactNode;
}) {
  return (
    <div className="save-dock">
      {(note != null || value != null) && (
        <p className="save-dock-line">
          <span className="figure">{note}</span>
          {value != null && <b className="total">{value}</b>}
        </p>
      )}
      {children}
    </div>
  );
}

/** The dock of a form whose button cannot save for a reason at times, which then stands above it in place of `note`. */
export function DockedSave({
  verb,
  busy,
  disabledReason,
  note = null,
}: {
  verb: string;
  busy: boolean;
  disabledReason: string | null;
  note?: string | null;
}) {
  return (
    <SaveDock note={disabledReason ?? note}>
      <Button
        type="submit"
        variant="main"
        size="xl"
        wide
        busy={busy}
        busyText="Saving..."
        aria-disabled={disabledReason !== null}
      >
        {verb}
      </Button>
    </SaveDock>
  );
}

/** The form of an entry screen: its fields, and the dock at the lower edge of a phone. */
export function EntryForm({
  'aria-label': label,
  onSubmit,
  children,
}: {
  'aria-label'?: string;
  onSubmit: () => void;
  children: ReactNode;
}) {
  return (
    <form
      noValidate
      aria-label={label}
      className="flex flex-col gap-4 max-nav:flex-1"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
