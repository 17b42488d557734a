import { Check } from 'lucide-react';

const STEPS = ['Choose work', 'Check', 'Generate', 'Send', 'Paid'] as const;
export type Step = (typeof STEPS)[number] | 'done';

/** The steps from work to payment, with the current one marked. */
export function Steps({ currentStep }: { currentStep: Step }) {
  const current = currentStep === 'done' ? STEPS.length : STEPS.indexOf(currentStep);
  return (
    <ol className="steps" aria-label="Steps">
      {STEPS.map((step, index) => (
        <li key={step} className={index < current ? 'done' : ''} aria-current={index === current ? 'step' : undefined}>
          <span>{index < current ? <Check aria-label="Done:" /> : index + 1}</span>
          <span className="step-name">{step}</span>
        </li>
      ))}
    </ol>
  );
}
