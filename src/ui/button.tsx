import { Link, type LinkProps } from 'react-router-dom';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';

type ButtonLook = {
  variant?: 'main' | 'plain' | 'quiet' | 'prominent' | 'danger' | 'inverse' | undefined;
  size?: 'm' | 'l' | 'xl' | undefined;
  wide?: boolean | undefined;
};

function buttonClass({ variant = 'plain', size = 'm', wide = false }: ButtonLook, extra: string | undefined) {
  const parts = ['btn', `btn-${variant}`, size !== 'm' && `btn-${size}`, wide && 'btn-wide', extra];
  return parts.filter(Boolean).join(' ');
}

/**
 * A button. While `busy` it shows `busyText`, keeps the focus and ignores clicks, so that a form is not sent twice. An
 * icon is a child: `<Button variant="main"><Plus aria-hidden />Add Work</Button>`.
 */
export function Button({
  variant,
  size,
  wide,
  busy = false,
  busyText,
  className,
  children,
  onClick,
  ...rest
}: ButtonLook & ComponentProps<'button'> & { busy?: boolean | undefined; busyText?: string | undefined }) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || rest['aria-disabled'] === true || rest['aria-disabled'] === 'true') event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true })}
      className={buttonClass({ variant, size, wide }, className)}
      onClick={press}
    >
      {busy ? (busyText ?? children) : children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, wide, className, ...rest }: ButtonLook & LinkProps) {
  return <Link {...rest} className={buttonClass({ variant, size, wide }, className)} />;
}

/** A square 48 px button with only an icon; `label` is its accessible name. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & { label: string; children: ReactNode }) {
  return (
    <button type="button" aria-label={label} title={label} {...rest} className={`icon-btn ${className ?? ''}`}>
      {children}
    </button>
  );
}
