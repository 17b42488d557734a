import { useState } from 'react';
import { ALL_OPEN_WORK, choiceOf, monthPeriods, CUSTOM_DATES, type Span } from '@/features/invoices/periods';
import { useToday } from '@/session/today';
import { FilterDate, FilterSelect } from '@/ui/forms/filter-fields';

/** The period: all work not yet invoiced, a month, or two dates. */
export function PeriodPicker({ span, onChange }: { span: Span; onChange: (change: Partial<Span>) => void }) {
  const today = useToday();
  const [isCustom, setIsCustom] = useState(choiceOf(span, today) === CUSTOM_DATES);
  const months = monthPeriods(today);
  const backwards = span.from !== null && span.to !== null && span.to < span.from;
  return (
    <>
      <FilterSelect
        label="Period"
        value={isCustom ? CUSTOM_DATES : choiceOf(span, today)}
        onChange={(chosen) => {
          setIsCustom(chosen === CUSTOM_DATES);
          if (chosen === ALL_OPEN_WORK) onChange({ from: null, to: null });
          const month = months.find(({ value }) => value === chosen);
          if (month) onChange({ from: month.from, to: month.to });
        }}
      >
        <option value={ALL_OPEN_WORK}>All open work</option>
        {months.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        <option value={CUSTOM_DATES}>Choose dates</option>
      </FilterSelect>
      {isCustom && (
        <div className="grid grid-cols-2 gap-3 sm:col-span-2">
          <FilterDate label="From" value={span.from ?? ''} onChange={(from) => onChange({ from: from || null })} />
          <FilterDate
            label="To"
            value={span.to ?? ''}
            error={backwards ? 'End date is before the start date.' : undefined}
            onChange={(to) => onChange({ to: to || null })}
          />
        </div>
      )}
    </>
  );
}
