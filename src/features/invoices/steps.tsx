import { Check } from 'lucide-react';

const STEPS = ['Choose work', 'Check', 'Generate', 'Send', 'Paid'] as const;
export type Step = (typeof STEPS)[number] | 'done';

/** The way of an invoice from the work to the money, and where this one stands. */
export function Steps({ at }: { at: Step }) {
  const now = at === 'done' ? STEPS.length : STEPS.indexOf(at);
  return (
    <ol className="steps" aria-label="Steps">
      {STEPS.map((step, index) => (
        <li key={step} className={index < now ? 'done' : ''} aria-current={index === now ? 'step' : undefined}>
          <span>{index < now ? <Check aria-label="Done:" /> : index + 1}</span>
          <span className="step-word">{step}</span>
        </li>
      ))}
    </ol>
  );
}
