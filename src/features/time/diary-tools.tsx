import { ChevronLeft, ChevronRight, Plus, Settings } from 'lucide-react';
import { formatDate, formatDateDated } from '@/domain/time';
import { useAccount } from '@/session/account';
import { Button, IconButton } from '@/ui/button';
import { SelectField, TextField } from '@/ui/field';
import { Segmented } from '@/ui/segmented';
import { asKind, stepped, type DiaryView } from './diary-address';
import type { Sheet } from './use-sheet';

const SPANS = [
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const;
const STATES = [
  ['open', 'Open'],
  ['submitted', 'Handed in'],
  ['approved', 'Approved'],
  ['needs_review', 'Needs a look'],
] as const;

/** Which week or month, whose and what of it. */
export function DiaryTools({
  view,
  today,
  sheet,
  go,
  onAdd,
  onSettings,
}: {
  view: DiaryView;
  today: string;
  sheet: Sheet;
  go: (view: DiaryView) => void;
  onAdd: () => void;
  onSettings: () => void;
}) {
  const { role, canWrite } = useAccount();
  const { span } = view;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Segmented label="Span" options={SPANS} value={span.kind} onChange={(kind) => go(asKind(view, kind, today))} />
        <IconButton label={`The ${span.kind} before`} onClick={() => go(stepped(view, -1))}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <b className="n left">
          {formatDate(span.from)} – {formatDateDated(span.to)}
        </b>
        <IconButton label={`The next ${span.kind}`} onClick={() => go(stepped(view, 1))}>
          <ChevronRight aria-hidden="true" />
        </IconButton>
        {canWrite && (
          <Button onClick={onAdd}>
            <Plus aria-hidden="true" />
            Add time
          </Button>
        )}
        {role === 'admin' && canWrite && sheet.settings && (
          <Button onClick={onSettings}>
            <Settings aria-hidden="true" />
            Time settings
          </Button>
        )}
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        {role === 'admin' && (
          <SelectField
            label="Person"
            value={view.person ?? ''}
            onChange={({ target }) => go({ ...view, person: target.value || null })}
          >
            <option value="">Everybody</option>
            {sheet.rows.map(({ person, name }) => (
              <option key={person} value={person}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField
          label="State"
          value={view.status ?? ''}
          onChange={({ target }) => go({ ...view, status: target.value || null })}
        >
          <option value="">All</option>
          {STATES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Job or customer"
          type="search"
          value={view.search}
          onChange={({ target }) => go({ ...view, search: target.value })}
        />
      </div>
    </div>
  );
}
