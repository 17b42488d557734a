import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, FileSpreadsheet, FileText } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { crewQuery } from '@/data/account/profiles';
import { BY_WORDS, CATEGORY_WORDS, dueWords, NOT_ADVICE, STATE_WORDS } from '@/domain/compliance/compliance-words';
import { itemUrl } from '@/domain/compliance/inspection';
import { CATEGORIES, scoreOf, STATES, type State } from '@/domain/compliance/item';
import { formatDate } from '@/domain/core/time';
import { useAccount } from '@/session/account';
import { useCurrentNames } from '@/session/current-names';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { Chip, ChipSelect } from '@/ui/forms/chip';
import { Card } from '@/ui/layout/card';
import { EmptyState } from '@/ui/lists/list-states';
import { Paged } from '@/ui/lists/paged';
import { UrlSearch } from '@/ui/lists/url-search';
import { ComplianceBadge } from './compliance-badge';
import { saveListFile, saveListPdf } from './compliance-files';
import { chooseItems, WITHIN_DAYS, type View } from './compliance-view';
import type { ShownItem, useCenter } from './use-center';

// Loaded on demand.
const DoneDialog = lazy(async () => ({ default: (await import('./done-dialog')).DoneDialog }));

type Shown = {
  center: ReturnType<typeof useCenter>;
  view: View;
  set: (name: string, value: string) => void;
};

/** The items with their dates, most urgent first. `actions`: the buttons to add items. */
export function DueList({ center, view, set, actions }: Shown & { actions: ReactNode }) {
  const account = useAccount();
  const today = useToday();
  const [itemToComplete, setItemToComplete] = useState<ShownItem | null>(null);
  const file = useMutation(saveListFile);
  const pdf = useMutation(saveListPdf);
  const { shown, duties } = center;
  const chosen = chooseItems(shown, view, duties, today);
  const count = (state: State) => shown.filter((one) => one.state === state).length;
  return (
    <>
      <Summary shown={shown} />
      <div className="chips chips-scroll">
        {STATES.filter((state) => state === view.state || count(state) > 0).map((state) => (
          <Chip
            key={state}
            pressed={view.state === state}
            onClick={() => set('state', view.state === state ? '' : state)}
          >
            {STATE_WORDS[state]} {count(state)}
          </Chip>
        ))}
      </div>
      <div className="grid gap-3 nav:flex nav:flex-wrap nav:gap-2">
        <UrlSearch label="Search the list" className="min-w-0 nav:w-64" />
        <div className="chips chips-scroll min-w-0 flex-1">
          <Filters center={center} view={view} set={set} />
          <Button
            variant="quiet"
            busy={file.isPending}
            busyText="Saving..."
            onClick={() => file.mutate({ items: chosen, today })}
          >
            <FileSpreadsheet aria-hidden="true" />
            CSV
          </Button>
          <Button
            variant="quiet"
            busy={pdf.isPending}
            busyText="Saving..."
            onClick={() => pdf.mutate({ account, items: chosen, today })}
          >
            <FileText aria-hidden="true" />
            PDF
          </Button>
        </div>
      </div>
      {chosen.length === 0 ? (
        <Card>
          <EmptyState title="Nothing fits." text="Change the search or the filters." />
        </Card>
      ) : (
        <Paged key={JSON.stringify(view)} items={chosen}>
          {(part) => (
            <Card rows>
              {part.map((one) => (
                <Row
                  key={one.item.id}
                  shown={one}
                  today={today}
                  onDone={account.canWrite && one.state !== 'not_applicable' ? setItemToComplete : null}
                />
              ))}
            </Card>
          )}
        </Paged>
      )}
      <div className="flex flex-wrap gap-2">{actions}</div>
      {itemToComplete && (
        <Suspense>
          <DoneDialog shown={itemToComplete} onClose={() => setItemToComplete(null)} />
        </Suspense>
      )}
    </>
  );
}

/** Which items the list shows. */
function Filters({ center: { shown, duties, region }, view, set }: Shown) {
  const schemes = (duties?.schemes ?? []).filter(({ regions }) => regions.includes(region));
  return (
    <>
      <ChipSelect
        label="Area"
        all="All areas"
        options={CATEGORIES.filter(
          (one) => one === view.category || shown.some(({ item }) => item.category === one),
        ).map((value) => ({ value, label: CATEGORY_WORDS[value] }))}
        value={view.category}
        onChange={(value) => set('area', value)}
      />
      <ChipSelect
        label="Asked for by"
        all="Law and schemes"
        options={[
          { value: 'law', label: BY_WORDS.law },
          ...schemes.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        value={view.scheme}
        onChange={(value) => set('scheme', value)}
      />
      <PersonFilter shown={shown} value={view.person} onChange={(value) => set('person', value)} />
      <ChipSelect
        label="Due within"
        all="Any date"
        options={WITHIN_DAYS.map((value) => ({ value, label: `Within ${value} days` }))}
        value={view.within}
        onChange={(value) => set('within', value)}
      />
    </>
  );
}

/** The most urgent count as a headline, then the other counts and the share of dates that are up to date. */
function Summary({ shown }: { shown: readonly ShownItem[] }) {
  const score = scoreOf(shown.map(({ state }) => state));
  const { overdue, due_soon: dueSoon, incomplete, no_date: noDate } = score;
  const [headline = 'Nothing overdue'] = [
    overdue > 0 && `${overdue} overdue`,
    dueSoon > 0 && `${dueSoon} due soon`,
    incomplete > 0 && `${incomplete} with something missing`,
    noDate > 0 && `${noDate} with nothing recorded`,
  ].filter((words) => words !== false);
  return (
    <section className="grid gap-1" aria-label="Summary">
      <p className="serif text-5">{headline}</p>
      <p className="text-muted tabular-nums">
        {[
          overdue > 0 && dueSoon > 0 && `${dueSoon} due soon`,
          score.percent !== null && `${score.upToDate} of ${score.counted} dates up to date (${score.percent} %)`,
          incomplete > 0 && (overdue > 0 || dueSoon > 0) && `${incomplete} with something missing`,
          noDate > 0 && (overdue > 0 || dueSoon > 0 || incomplete > 0) && `${noDate} with nothing recorded`,
        ]
          .filter(Boolean)
          .join(', ')}
      </p>
      <p className="hint">{NOT_ADVICE}</p>
    </section>
  );
}

function PersonFilter({
  shown,
  value,
  onChange,
}: {
  shown: readonly ShownItem[];
  value: string;
  onChange: (value: string) => void;
}) {
  const { ownerId, userId } = useAccount();
  const crew = useQuery(crewQuery(ownerId)).data ?? [];
  const { nameOf } = useCurrentNames();
  const ids = new Set(shown.flatMap(({ item }) => (item.responsibleId === null ? [] : [item.responsibleId])));
  if (ids.size === 0 && value === '') return null;
  const name = (id: string) => crew.find((one) => one.id === id)?.firstName ?? 'Someone';
  return (
    <ChipSelect
      label="Person"
      all="Everybody"
      options={[...ids].map((id) => ({ value: id, label: id === userId ? 'Me' : nameOf(id, name(id)) }))}
      value={value}
      onChange={onChange}
    />
  );
}

function Row({
  shown,
  today,
  onDone,
}: {
  shown: ShownItem;
  today: string;
  onDone: ((shown: ShownItem) => void) | null;
}) {
  const { item, state, on, done, evidence } = shown;
  const [last] = done;
  const lastOn = last?.row.doneOn ?? evidence?.lastOn ?? null;
  return (
    <div className="flex flex-wrap items-center gap-3 px-4 py-3">
      <div className="grid min-w-0 flex-1 basis-60 gap-1">
        <Link className="strong text-text hover:underline" to={itemUrl(item.id)}>
          {item.title}
        </Link>
        <span className="text-2 text-muted">
          {[
            dueWords(on, state, today, (date) => formatDate(date, today)),
            lastOn !== null && `last ${formatDate(lastOn, today)}`,
            CATEGORY_WORDS[item.category],
            BY_WORDS[item.requiredBy],
            last?.entry && 'waits on this phone',
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {evidence !== null && evidence.gaps.length > 0 && (
          <span className="text-2 text-warning">{evidence.gaps.join(' ')}</span>
        )}
      </div>
      <ComplianceBadge state={state} />
      {onDone && (
        <Button onClick={() => onDone(shown)}>
          <Check aria-hidden="true" />
          Done
          <span className="sr-only">: {item.title}</span>
        </Button>
      )}
    </div>
  );
}
