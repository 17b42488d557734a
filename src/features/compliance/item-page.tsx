import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowUpRight, Check, SquarePen, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { checklistsQuery } from '@/data/checklists/checklists';
import {
  AUTO_WORDS,
  BY_WORDS,
  CATEGORY_WORDS,
  dueWords,
  keepWords,
  monthsWords,
  recurrenceWords,
} from '@/domain/compliance/compliance-words';
import { AUTO_SOURCES, needsCheck } from '@/domain/compliance/duties';
import { keptUntil, mayDelete } from '@/domain/compliance/item';
import { formatDateDated } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import { CHECK_WORDS } from '@/domain/rules/regimes';
import { useOffline } from '@/lib/online';
import { deleteOf } from '@/offline/outbox/record-entries';
import { removeMutation } from '@/offline/outbox/save-entries';
import { COMPLIANCE_ITEM } from '@/records/compliance';
import { COMPLIANCE_DONE, type ComplianceDone } from '@/records/compliance-done';
import { useAccount } from '@/session/account';
import { useCurrentNames } from '@/session/current-names';
import { useNow, useToday } from '@/session/today';
import { Button, ButtonLink } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { Card, CardHead } from '@/ui/layout/card';
import { Facts } from '@/ui/layout/facts';
import { Page } from '@/ui/layout/page';
import { EmptyState } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { History } from '@/widgets/history/history';
import { Documents } from '@/widgets/documents/documents';
import { EntryPhotos } from '@/widgets/photos/entry-photos';
import { stateWords } from '@/widgets/unsent/send-words';
import { ComplianceBadge } from './compliance-badge';
import { SourceLines } from './source-lines';
import type { ShownItem, useCenter } from './use-center';

// Loaded on demand.
const DoneDialog = lazy(async () => ({ default: (await import('./done-dialog')).DoneDialog }));
const ItemDialog = lazy(async () => ({ default: (await import('./item-dialog')).ItemDialog }));

const LIST = { to: '/compliance-center', label: 'Compliance Center' };

/** One item: when it is due, what a record of it contains, its evidence, and where the rule was read. */
export function ItemPage({ id, center }: { id: string; center: ReturnType<typeof useCenter> }) {
  const { canWrite } = useAccount();
  const offline = useOffline();
  const today = useToday();
  const [asking, setAsking] = useState<'done' | 'edit' | ComplianceDone | null>(null);
  const found = center.shown.find(({ item }) => item.id === id);
  if (!found)
    return (
      <Page title="Compliance item" back={LIST} view={id}>
        <Card>
          <QueryList read={center.read} failed={{ onRetry: center.retry }}>
            <EmptyState
              title="This item is not there."
              text="It may have been taken off the list."
              action={<ButtonLink to={LIST.to}>Back to the list</ButtonLink>}
            />
          </QueryList>
        </Card>
      </Page>
    );
  const { item, state, on } = found;
  const close = () => setAsking(null);
  return (
    <Page
      title={item.title}
      back={LIST}
      view={id}
      actions={
        canWrite && (
          <>
            {!offline && (
              <Button onClick={() => setAsking('edit')}>
                <SquarePen aria-hidden="true" />
                Change
              </Button>
            )}
            {state !== 'not_applicable' && (
              <Button variant="main" onClick={() => setAsking('done')}>
                <Check aria-hidden="true" />
                Done
              </Button>
            )}
          </>
        )
      }
    >
      <p className="flex flex-wrap items-center gap-3">
        <ComplianceBadge state={state} />
        <span>{dueWords(on, state, today, formatDateDated)}</span>
      </p>
      <div className="grid grid-cols-1 items-start gap-4 nav:grid-cols-2">
        <div className="grid grid-cols-1 gap-4">
          {found.evidence && <AppEvidence shown={found} />}
          <EvidenceCard shown={found} onEdit={canWrite ? setAsking : null} />
        </div>
        <div className="grid grid-cols-1 gap-4">
          <ItemFacts shown={found} />
          <Rule shown={found} center={center} />
          <History of={COMPLIANCE_ITEM} id={item.id} name={item.title} createdBy={null} createdAt={item.createdAt} />
        </div>
      </div>
      <Suspense>
        {asking === 'edit' && <ItemDialog item={found} onClose={close} />}
        {asking === 'done' && <DoneDialog shown={found} onClose={close} />}
        {asking !== null && typeof asking === 'object' && <DoneDialog shown={found} edited={asking} onClose={close} />}
      </Suspense>
    </Page>
  );
}

function ItemFacts({ shown: { item } }: { shown: ShownItem }) {
  const { nameOf } = useCurrentNames();
  const { userId } = useAccount();
  return (
    <Facts
      title="About it"
      lines={[
        { label: 'Area', value: CATEGORY_WORDS[item.category] },
        { label: 'Asked for by', value: BY_WORDS[item.requiredBy] },
        { label: 'Due', value: recurrenceWords(item) },
        {
          label: 'Counted from',
          value:
            item.recurrence === 'none'
              ? null
              : item.recurrenceAnchor === 'due_date'
                ? 'The due date, also when done late'
                : 'The day it was done',
        },
        { label: 'First due', value: item.dueOn === null ? null : formatDateDated(item.dueOn) },
        { label: 'Reminder', value: `${counted(item.leadDays, 'day', 'days')} before` },
        {
          label: 'Who sees to it',
          value:
            item.responsibleId === null ? null : item.responsibleId === userId ? 'Me' : nameOf(item.responsibleId, ''),
        },
        { label: 'Does not apply', value: item.notApplicableReason },
        { label: 'Guidance', value: item.guidance },
        {
          label: 'Where the rule is',
          value: item.guidanceUrl && (
            <a className="link" href={item.guidanceUrl} target="_blank" rel="noreferrer">
              {item.guidanceUrl}
            </a>
          ),
        },
        { label: 'Keep evidence', value: item.keepMonths === null ? null : monthsWords(item.keepMonths) },
      ]}
    />
  );
}

/** The records of other pages of the app that count as evidence for the item. */
function AppEvidence({ shown: { item, evidence } }: { shown: ShownItem }) {
  const account = useAccount();
  const templates = useQuery(checklistsQuery(account)).data ?? [];
  if (!evidence) return null;
  const source = AUTO_SOURCES.find((one) => one === item.autoSource);
  const template = templates.find(({ id }) => item.autoSource === `checklist:${id}`);
  return (
    <Card>
      <CardHead title="In the app already" />
      <div className="grid gap-2 p-4">
        <p className="strong">{source ? AUTO_WORDS[source] : `Checklist: ${template?.name ?? 'not there any more'}`}</p>
        <p>
          {evidence.words}
          {evidence.lastOn !== null && ` The latest is of ${formatDateDated(evidence.lastOn)}.`}
        </p>
        {evidence.dueOn !== null && <p>The date comes from these records: {formatDateDated(evidence.dueOn)}.</p>}
        {evidence.gaps.map((gap) => (
          <Banner key={gap} tone="warn">
            {gap}
          </Banner>
        ))}
        <Link className="link inline-flex items-center gap-1" to={evidence.to}>
          Open these records
          <ArrowUpRight aria-hidden="true" size="1em" />
        </Link>
      </div>
    </Card>
  );
}

function EvidenceCard({
  shown: { item, done },
  onEdit,
}: {
  shown: ShownItem;
  onEdit: ((done: ComplianceDone) => void) | null;
}) {
  const account = useAccount();
  const remove = useMutation(removeMutation(COMPLIANCE_DONE));
  const now = useNow();
  const [deleting, setDeleting] = useState('');
  return (
    <Card>
      <CardHead title="Evidence" />
      {done.length === 0 ? (
        <p className="p-4 text-muted">Nothing yet. Press Done when it is done, and add the paper.</p>
      ) : (
        <ul className="grid">
          {done.map(({ row, entry }) => {
            const keepUntil = keptUntil(row.doneOn, item.keepMonths, row.keepUntil);
            const deletable = mayDelete(row, item.keepMonths, now);
            return (
              <li key={row.id} className="grid gap-2 border-t border-line p-4 first:border-t-0">
                <p className="flex flex-wrap items-baseline justify-between gap-2">
                  <b>{formatDateDated(row.doneOn)}</b>
                  {entry && (
                    <span className="text-2 text-warning">{entry.problem?.sentence ?? stateWords(entry, false)}</span>
                  )}
                </p>
                <p className="text-2 text-muted wrap-anywhere">
                  {[
                    row.forDueOn !== null && `for ${formatDateDated(row.forDueOn)}`,
                    row.doneBy,
                    row.referenceNo !== null && `No. ${row.referenceNo}`,
                    row.expiresOn !== null && `valid until ${formatDateDated(row.expiresOn)}`,
                    `entered by ${row.createdByName}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
                {row.note !== null && <p className="wrap-anywhere whitespace-pre-line">{row.note}</p>}
                <EntryPhotos parent={row.id} readOnly={!deletable} />
                {!entry && <Documents table="compliance_completions" parent={row.id} kept={!deletable} level="h3" />}
                <p className="hint">
                  {keepUntil === null
                    ? 'How long to keep it is not known.'
                    : `Keep until ${formatDateDated(keepUntil)}.`}
                </p>
                {onEdit && (
                  <div className="flex flex-wrap gap-2">
                    <Button variant="quiet" onClick={() => onEdit(row)}>
                      <SquarePen aria-hidden="true" />
                      Change
                      <span className="sr-only"> the evidence of {formatDateDated(row.doneOn)}</span>
                    </Button>
                    {deletable && (
                      <Button
                        variant={deleting === row.id ? 'danger' : 'quiet'}
                        busy={remove.isPending}
                        busyText="Deleting..."
                        onClick={() =>
                          deleting === row.id
                            ? remove.mutate([deleteOf(COMPLIANCE_DONE, account, row)])
                            : setDeleting(row.id)
                        }
                      >
                        <Trash2 aria-hidden="true" />
                        {deleting === row.id ? 'Delete for good' : 'Delete'}
                        <span className="sr-only"> the evidence of {formatDateDated(row.doneOn)}</span>
                      </Button>
                    )}
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}

/** The rule that the item comes from: deadline, retention, what a record contains, and the sources. */
function Rule({ shown: { duty, item }, center }: { shown: ShownItem; center: ReturnType<typeof useCenter> }) {
  const list = center.duties;
  if (!duty || !list)
    return item.duty === null ? (
      <Card className="p-4">
        <p className="text-2 text-muted">Your own item. The app knows no rule for it.</p>
      </Card>
    ) : null;
  const fields = duty.fields.filter(({ regions }) => regions?.includes(center.region) ?? true);
  const keepText = keepWords(duty);
  const keepSource = duty.keep.source === null ? undefined : list.sources[duty.keep.source];
  return (
    <Card>
      <CardHead title="The rule and its source" />
      <div className="grid gap-3 p-4">
        {duty.deadline !== null && (
          <p>
            <b>Deadline:</b> {duty.deadline}.
          </p>
        )}
        <p>
          <b>Keep:</b> {keepText ?? 'no source could be read. Ask your adviser, and enter it under Change.'}
          {keepText !== null && keepSource && ` (${keepSource[0]})`}
          {keepText !== null && duty.keep.months === null && '; the app works out no date from this'}
          {keepText !== null && needsCheck(duty.keep) && <span className="text-warning"> {CHECK_WORDS}.</span>}
        </p>
        {fields.length > 0 && (
          <details>
            <summary className="strong">What a record contains</summary>
            <ul className="ruled-list">
              {fields.map(({ key, label, by, unread }) => (
                <li key={key}>
                  <span>
                    {label}
                    <small>
                      {BY_WORDS[by]}
                      {unread && `. No source was read. ${CHECK_WORDS}.`}
                    </small>
                  </span>
                </li>
              ))}
            </ul>
          </details>
        )}
        {duty.notes.map((note) => (
          <p key={note} className="text-2 text-muted">
            {note}.
          </p>
        ))}
        <div>
          <h3 className="text-3">Sources</h3>
          <SourceLines list={list} sources={duty.sources} confidence={duty.confidence} />
        </div>
        <p className="hint">List of {formatDateDated(list.version)}. Rules change: check the law each January.</p>
      </div>
    </Card>
  );
}
