import { Segmented } from '@/ui/forms/segmented';
import type { VisibilityText } from './invite-schema';

const WORKS = [
  { value: 'all', label: 'All jobs' },
  { value: 'own', label: 'Only their own' },
] as const;
const PRICES = [
  { value: 'shown', label: 'Shown' },
  { value: 'hidden', label: 'Hidden' },
] as const;

/** The two questions about what an employee may see. */
export function VisibilityFields({
  visibility: { works, prices },
  errors,
  onChange,
}: {
  visibility: VisibilityText;
  errors: { works?: string | undefined; prices?: string | undefined };
  onChange: (name: keyof VisibilityText, value: NonNullable<VisibilityText[keyof VisibilityText]>) => void;
}) {
  return (
    <>
      <Segmented
        label="Jobs they see"
        showLabel
        options={WORKS}
        value={works}
        error={errors.works}
        onChange={(value) => onChange('works', value)}
      />
      <Segmented
        label="Prices and values"
        showLabel
        options={PRICES}
        value={prices}
        error={errors.prices}
        onChange={(value) => onChange('prices', value)}
      />
    </>
  );
}
