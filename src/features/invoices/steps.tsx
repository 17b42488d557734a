import { Check } from 'lucide-react';

const STEPS = ['Choose work', 'Check', 'Generate', 'Send', 'Paid'] as const;
export type Step = (typeof STEPS)[number] | 'done';

/** The steps from work to payment, with the current one marked. `skipped`: a step that was passed without being done. */
export function Steps({ currentStep, skipped }: { currentStep: Step; skipped?: Step | undefined }) {
  const current = currentStep === 'done' ? STEPS.length : STEPS.indexOf(currentStep);
  return (
    <ol className="steps" aria-label="Steps">
      {STEPS.map((step, index) => {
        const isDone = index < current && step !== skipped;
        return (
          <li key={step} className={isDone ? 'done' : ''} aria-current={index === current ? 'step' : undefined}>
            <span>{isDone ? <Check aria-label="Done:" /> : index + 1}</span>
            <span className="step-name">{step}</span>
          </li>
        );
      })}
    </ol>
  );
}
