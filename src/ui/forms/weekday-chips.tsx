import { weekdayName } from '@/domain/core/time';
import { Chip } from './chip';

const WEEK = [1, 2, 3, 4, 5, 6, 7];

/** The days of the week, some of them chosen; 1 for Monday. `onChange` receives them in order. */
export function WeekdayChips({ value, onChange }: { value: readonly number[]; onChange: (value: number[]) => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      {WEEK.map((day) => (
        <Chip
          key={day}
          aria-label={weekdayName(day)}
          pressed={value.includes(day)}
          onClick={() => onChange(WEEK.filter((one) => value.includes(one) !== (one === day)))}
        >
          {weekdayName(day).slice(0, 3)}
        </Chip>
      ))}
    </div>
  );
}
