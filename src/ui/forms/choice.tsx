import { ChevronRight } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

/** Large answer buttons for one question. `two` arranges them in two columns. */
export function Choices({
  label,
  two = false,
  children,
}: {
  label: string;
  two?: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset aria-label={label} className={`choices ${two ? 'grid-cols-2' : ''}`}>
      {children}
    </fieldset>
  );
}

/** A 72 px row: the name, and below it details of the last use. `soft` is for "Same again". */
export function Choice({
  title,
  detail,
  icon,
  end,
  soft = false,
  pressed,
  className = '',
  ...rest
}: Omit<ComponentProps<'button'>, 'title'> & {
  title: ReactNode;
  detail?: ReactNode | undefined;
  /** Before the text. */
  icon?: ReactNode | undefined;
  /** After the text; an arrow by default, nothing if null. */
  end?: ReactNode | undefined;
  soft?: boolean | undefined;
  pressed?: boolean | undefined;
}) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      {...rest}
      className={`choice ${soft ? 'choice-soft' : ''} ${className}`}
    >
      {icon}
      <span className="choice-text">
        {title}
        {detail && <small>{detail}</small>}
      </span>
      {end === undefined && !soft ? <ChevronRight aria-hidden="true" /> : end}
    </button>
  );
}
