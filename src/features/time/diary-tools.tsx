import { ChevronLeft, ChevronRight, TriangleAlert } from 'lucide-react';
import { formatDate, formatDateDated } from '@/domain/time';
import { useAccount } from '@/session/account';
import { IconButton } from '@/ui/button';
import { Chip, ChipSelect } from '@/ui/chip';
import { SearchField } from '@/ui/search-field';
import { Segmented } from '@/ui/segmented';
import { asKind, stepped, type DiaryView } from './diary-address';
import type { Sheet } from './use-sheet';

const SPANS = [
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const;
const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'submitted', label: 'Handed in' },
  { value: 'approved', label: 'Approved' },
  { value: 'needs_review', label: 'Needs a look' },
];

type Tools = { view: DiaryView; go: (view: DiaryView) => void };

/** Which week or month. */
export function DiarySteps({ view, go, today }: Tools & { today: string }) {
  const { span } = view;
  return (
    <div className="grid gap-3 md:grid-cols-[minmax(0,14rem)_minmax(0,26rem)] md:items-center">
      <Segmented label="Span" options={SPANS} value={span.kind} onChange={(kind) => go(asKind(view, kind, today))} />
      <div className="flex items-center gap-2">
        <IconButton label={`The ${span.kind} before`} onClick={() => go(stepped(view, -1))}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <h2 className="min-w-0 flex-1 text-center text-4 font-bold" aria-live="polite">
          {formatDate(span.from)} – {formatDateDated(span.to)}
        </h2>
        <IconButton label={`The next ${span.kind}`} onClick={() => go(stepped(view, 1))}>
          <ChevronRight aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}

/** Whose time and what of it. */
export function DiaryFilters({ view, go, sheet }: Tools & { sheet: Sheet }) {
  const { role } = useAccount();
  return (
    <div className="grid min-w-0 gap-3 md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] md:items-center">
      <SearchField
        label="Job, customer or note"
        value={view.search}
        onChange={({ target }) => go({ ...view, search: target.value })}
      />
      <fieldset className="chips chips-scroll">
        <legend className="sr-only">Filters</legend>
        {role === 'admin' && (
          <ChipSelect
            label="Person"
            all="Everybody"
            value={view.person ?? ''}
            options={sheet.rows.map(({ person, name }) => ({ value: person, label: name }))}
            onChange={(value) => go({ ...view, person: value || null })}
          />
        )}
        <ChipSelect
          label="State"
          all="All states"
          value={view.status ?? ''}
          options={STATES}
          onChange={(value) => go({ ...view, status: value || null })}
        />
        <Chip pressed={view.flagged} onClick={() => go({ ...view, flagged: !view.flagged })}>
          <TriangleAlert aria-hidden="true" />
          With a warning
        </Chip>
      </fieldset>
    </div>
  );
}
