import { formatMoney } from '@/domain/core/money';
import { formatDuration } from '@/domain/core/time';
import { amountWords, entriesWords, priceWords, workValueWords } from '@/domain/works/work-words';
import type { WorksList } from '@/features/works/list/use-works-list';
import { LedgerCard } from '@/ui/lists/ledger-cards';
import { LongCards } from '@/ui/lists/long-cards';
import { WorkState } from '@/widgets/work-state';
import { missingText } from './group-rows';
import { factsOf, LoadFailed } from './group-table';
import type { Groups } from './use-groups';

/** Groups on a phone: cards with sums; the entries of the open group are listed below it. */
export function GroupCards({ list: { account, today, open }, groups }: { list: WorksList; groups: Groups }) {
  const { currency, seesRates, incrementMinutes } = account.settings;
  const { lines, grouping, opened } = groups;
  return (
    <div className="-mx-(--gutter)">
      <LongCards label="Work entries in groups" rows={lines} total={lines.length} onVisibleRange={groups.onVisibleRows}>
        {(line, place, measure) => {
          const common = { place, measure, total: lines.length };
          if (line.kind === 'group') {
            const { group } = line;
            const hours = group.minutes > 0 ? `, ${formatDuration(group.minutes)}` : '';
            return (
              <LedgerCard
                key={line.id}
                {...common}
                title={line.name}
                lines={[`${entriesWords(group.entries)}${hours}`, missingText(group)].filter(Boolean)}
                figure={seesRates ? formatMoney(group.value, currency) : undefined}
                expanded={group.key === opened}
                onOpen={() => groups.toggle(group.key)}
              />
            );
          }
          if (line.kind !== 'entry')
            return (
              <LedgerCard
                key={line.id}
                {...common}
                nested
                title={line.kind === 'loading' ? 'Loading your data...' : <LoadFailed onRetry={groups.loadMore} />}
              />
            );
          const { work } = line;
          const price = [amountWords(work, incrementMinutes), seesRates && priceWords(work, currency)].filter(Boolean);
          return (
            <LedgerCard
              key={line.id}
              {...common}
              nested
              title={work.taskName}
              lines={[factsOf(work, grouping, today).join(', '), price.join(' at ')].filter(Boolean)}
              figure={seesRates ? workValueWords(work, currency) || '–' : undefined}
              state={<WorkState work={work} today={today} />}
              to={open(work.id)}
            />
          );
        }}
      </LongCards>
    </div>
  );
}
