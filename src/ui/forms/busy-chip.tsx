import type { ReactNode } from 'react';

/** A chip that makes a file. It stays enabled for the focus while it is busy, but a press does nothing. */
export function BusyChip({
  label,
  busy,
  onPress,
  className = '',
  disabled,
  children,
}: {
  label: string;
  busy: boolean;
  onPress: () => void;
  className?: string | undefined;
  disabled?: boolean | undefined;
  /** The icon. */
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={`chip ${className}`}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={() => !busy && onPress()}
    >
      {children}
      {busy ? 'Making...' : label}
    </button>
  );
}
