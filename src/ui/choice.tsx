import { ChevronRight } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

/** The big answers to one question. `two` sets them in two columns. */
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

/** A 72 px row: the name, and below it what happened last. `soft` is the "Same again" of a screen. */
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
  /** Before the words. */
  icon?: ReactNode | undefined;
  /** After the words; an arrow unless another is given, nothing with null. */
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
