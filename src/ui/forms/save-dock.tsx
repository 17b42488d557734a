import type { ReactNode } from 'react';

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
