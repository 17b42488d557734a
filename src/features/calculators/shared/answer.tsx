import type { ReactNode } from 'react';
import type { Light } from '@/domain/stocking/stocking';
import { Banner } from '@/ui/feedback/banner';

const TONES = { green: 'good', amber: 'warn', red: 'bad' } as const;

/** The answer of a calculator: the largest thing on the screen, with its state in words. */
export function Answer({
  heading,
  figure,
  unit,
  children,
  light,
  words,
}: {
  /** The line above the figure, and the label of the section. */
  heading: string;
  /** Null while something is missing. */
  figure: string | null;
  unit: string;
  children?: ReactNode;
  light: Light | null;
  words: ReactNode;
}) {
  return (
    <section className="answer" aria-label={heading}>
      <p className="answer-over">{heading}</p>
      <p className="answer-figure tabular-nums">
        {figure === null ? <span className="sr-only">Not known yet</span> : <b>{figure}</b>}{' '}
        {figure === null ? <b aria-hidden="true">–</b> : <span className="whitespace-nowrap">{unit}</span>}
      </p>
      {children}
      <Banner tone={light === null ? 'note' : TONES[light]}>{words}</Banner>
    </section>
  );
}
