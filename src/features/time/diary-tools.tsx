import { ChevronLeft, ChevronRight, TriangleAlert } from 'lucide-react';
import { formatDate, formatDateDated } from '@/domain/core/time';
import { useAccount } from '@/session/account';
import { IconButton } from '@/ui/button';
import { Chip, ChipSelect } from '@/ui/forms/chip';
import { SearchField } from '@/ui/forms/search-field';
import { Segmented } from '@/ui/forms/segmented';
import { usePendingValue } from '@/ui/use-address';
import { changeKind, stepSpan, type DiaryView } from './diary-address';
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

type ToolProps = {
  view: DiaryView;
  /** Changes the view, based on the one in the URL. */
  changeView: (next: (view: DiaryView) => DiaryView) => void;
};

/** Selects the week or month. */
export function DiarySteps({ view, changeView, today }: ToolProps & { today: string }) {
  const { span } = view;
  return (
    <div className="grid gap-3 md:grid-cols-[minmax(0,14rem)_minmax(0,26rem)] md:items-center">
      <Segmented
        label="Span"
        options={SPANS}
        value={span.kind}
        onChange={(kind) => changeView((current) => changeKind(current, kind, today))}
      />
      <div className="flex items-center gap-2">
        <IconButton label={`The ${span.kind} before`} onClick={() => changeView((current) => stepSpan(current, -1))}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <h2 className="min-w-0 flex-1 text-center text-4 font-bold" aria-live="polite">
          {formatDate(span.from)} – {formatDateDated(span.to)}
        </h2>
        <IconButton label={`The next ${span.kind}`} onClick={() => changeView((current) => stepSpan(current, 1))}>
          <ChevronRight aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}

/** Search and filters by person, state and warnings. */
export function DiaryFilters({ view, changeView, sheet }: ToolProps & { sheet: Sheet }) {
  const { role } = useAccount();
  const [search, setSearch] = usePendingValue(view.search);
  return (
    <div className="grid min-w-0 gap-3 md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] md:items-center">
      <SearchField
        label="Job, customer or note"
        value={search}
        onChange={({ target }) => {
          setSearch(target.value);
          changeView((current) => ({ ...current, search: target.value }));
        }}
      />
      <fieldset className="chips chips-scroll">
        <legend className="sr-only">Filters</legend>
        {role === 'admin' && (
          <ChipSelect
            label="Person"
            all="Everybody"
            value={view.person ?? ''}
            options={sheet.rows.map(({ person, name }) => ({ value: person, label: name }))}
            onChange={(value) => changeView((current) => ({ ...current, person: value || null }))}
          />
        )}
        <ChipSelect
          label="State"
          all="All states"
          value={view.status ?? ''}
          options={STATES}
          onChange={(value) => changeView((current) => ({ ...current, status: value || null }))}
        />
        <Chip
          pressed={view.flagged}
          onClick={() => changeView((current) => ({ ...current, flagged: !current.flagged }))}
        >
          <TriangleAlert aria-hidden="true" />
          With a warning
        </Chip>
      </fieldset>
    </div>
  );
}
