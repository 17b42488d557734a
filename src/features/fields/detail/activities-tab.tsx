import { useMemo } from 'react';
import { formatDate } from '@/domain/core/time';
import { ACTIVITY_TYPES, ACTIVITY_WORDS } from '@/domain/fields/activity';
import type { FarmField } from '@/records/fields';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { StateBadge } from '@/ui/feedback/state-badge';
import { ChipSelect } from '@/ui/forms/chip';
import { LedgerCard, LedgerCards } from '@/ui/lists/ledger-cards';
import { EmptyState } from '@/ui/lists/list-states';
import { LoadMore } from '@/ui/lists/load-more';
import { QueryList } from '@/ui/lists/query-list';
import { useAddress } from '@/ui/use-address';
import { activityTitle, doseWords, operatorWords } from '@/features/fields/register/field-record';
import { dateOf } from '@/features/fields/fields-address';
import { useActivities } from '@/features/fields/log/use-field-entries';
import { withParams } from '@/lib/params';

/** The activities of a field, newest first, including those in the outbox. */
export function ActivitiesTab({ field }: { field: FarmField }) {
  const { zone } = useAccount().settings;
  const today = useToday();
  const [params, change] = useAddress();
  const list = useActivities(field.id);
  const type = params.get('type') ?? '';
  const types = useMemo(() => ACTIVITY_TYPES.map((value) => ({ value, label: ACTIVITY_WORDS[value] })), []);
  const shown = list.shown.filter(({ row }) => type === '' || row.activityType === type);
  const empty = (
    <EmptyState title="Nothing logged yet." text="Sprays, fertiliser, slurry, cultivation: log it at the gate." />
  );
  return (
    <QueryList read={list} rows={list.shown} empty={empty}>
      <div className="grid gap-3">
        <div className="chips">
          <ChipSelect
            label="Activity"
            options={types}
            value={type}
            onChange={(value) => change((current) => withParams(current, { type: value }), { replace: true })}
          />
        </div>
        {shown.length === 0 && !list.hasNextPage && <EmptyState title="No activity matches this filter." />}
        <div className="-mx-gutter border-y border-line nav:mx-0 nav:overflow-hidden nav:rounded-2 nav:border-x">
          <LedgerCards>
            {shown.map(({ row, entry }) => (
              <LedgerCard
                key={row.id}
                title={activityTitle(row)}
                lines={[doseWords(row), operatorWords(row) || row.createdByName, row.notes].filter(Boolean)}
                figure={formatDate(dateOf(row.startedAt, zone), today)}
                state={
                  entry ? (
                    <StateBadge
                      kind="needs"
                      label={entry.state === 'attention' ? 'Needs attention' : 'Waiting on this phone'}
                    />
                  ) : row.struck ? (
                    <StateBadge kind="cancelled" label="Entered by mistake" />
                  ) : (
                    row.status === 'planned' && <StateBadge kind="ready" label="Planned" />
                  )
                }
                to={`/fields/${field.id}/activity/${row.id}`}
              />
            ))}
          </LedgerCards>
        </div>
        <LoadMore list={list} />
      </div>
    </QueryList>
  );
}
