import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { farmPeopleQuery } from '@/data/account/farm-people';
import { ACTIVITY_TYPES, ACTIVITY_WORDS, mayEdit } from '@/domain/fields/activity';
import { useStoredDraft } from '@/offline/outbox/drafts/draft';
import { waitingJob } from '@/offline/outbox/job-lines';
import { useWaiting } from '@/offline/outbox/outbox';
import { strikeOf } from '@/offline/outbox/record-entries';
import { bringBackMutation } from '@/offline/outbox/save-entries';
import { ACTIVITY } from '@/records/field-activities';
import type { FarmField } from '@/records/fields';
import { useAccount } from '@/session/account';
import { READ_ONLY } from '@/session/disabled-reason';
import { useNow } from '@/session/today';
import { ButtonLink } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { Hazards } from '@/widgets/customer-hazards';
import { EntryPhotos } from '@/widgets/photos/entry-photos';
import { StruckBanner } from '@/widgets/struck-banner';
import { EntryProblem } from '@/widgets/unsent/entry-problem';
import { ActivityForm } from './activity-form';
import type { ActivityText } from './activity-schema';
import { activityLines, activityTitle } from '@/features/fields/register/field-record';
import { fieldLink, FIELDS, UNKNOWN_FIELD } from '@/features/fields/fields-address';
import { NotReady } from './form-parts';
import { JobLink } from './job-link';
import { useActivity } from './use-field-entries';
import { useFields, useFormUnit } from '@/features/fields/use-fields';

const NO_PEOPLE: readonly { id: string; name: string }[] = [];

/** /fields/:id/activity/new and /fields/:id/activity/:aid. */
export function ActivityPage({ fieldId, id }: { fieldId: string; id: string }) {
  return id === 'new' ? <NewActivity fieldId={fieldId} /> : <StoredActivity fieldId={fieldId} id={id} />;
}

/** A new activity: first choose its type, then fill in the form of that type. */
function NewActivity({ fieldId }: { fieldId: string }) {
  const { userId, canWrite } = useAccount();
  const { fields, summaries, summariesReady } = useFields();
  const people = usePeople();
  const [params] = useSearchParams();
  const unit = useFormUnit();
  const field = fields.data?.find((one) => one.id === fieldId);
  const { isDraftLoading, key, draft, discard } = useStoredDraft(userId, `activity:${fieldId}:${unit ?? ''}`);
  const back = { to: fieldLink(fieldId, 'activities'), label: field?.name ?? 'Field' };
  if (!field || isDraftLoading || unit === null || !summariesReady)
    return <NotReady title="Log activity" what="field" back={FIELDS} read={fields} isLoading={field !== undefined} />;
  if (!canWrite) return <ReadOnly title="Log activity" back={back} />;
  // The cast is safe: only this form writes drafts with this name.
  const text = draft ? (draft.values as Partial<ActivityText>) : null;
  const chosen = ACTIVITY_TYPES.find((type) => type === (params.get('type') ?? text?.activityType));
  if (!chosen) return <ChooseType field={field} back={back} />;
  // A draft of another type is not restored.
  const matchingDraft = text?.activityType === undefined || text.activityType === chosen ? draft : null;
  return (
    <ActivityForm
      key={`${chosen} ${matchingDraft?.id ?? ''}`}
      field={field}
      unit={unit}
      stored={null}
      type={chosen}
      summary={summaries.get(field.id) ?? null}
      people={people}
      draft={matchingDraft && { id: matchingDraft.id, text: text ?? {}, at: matchingDraft.at }}
      draftKey={key}
      onDiscard={discard}
      back={back}
    />
  );
}

function ChooseType({ field, back }: { field: FarmField; back: { to: string; label: string } }) {
  return (
    <Page title="Log activity" subtitle={field.name} narrow back={back} view="choose">
      {field.hazards !== null && <Hazards text={field.hazards} />}
      <h2 className="text-3">What was done?</h2>
      <ul className="grid grid-cols-2 gap-2">
        {ACTIVITY_TYPES.map((type) => (
          <li key={type}>
            <Link className="choice h-full" to={`/fields/${field.id}/activity/new?type=${type}`} replace>
              <span className="choice-text">{ACTIVITY_WORDS[type]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}

function StoredActivity({ fieldId, id }: { fieldId: string; id: string }) {
  const account = useAccount();
  const now = useNow();
  const { fields, summaries, summariesReady } = useFields();
  const people = usePeople();
  const { entries } = useWaiting();
  const bringBack = useMutation(bringBackMutation(ACTIVITY));
  const { shown, query } = useActivity(fieldId, id);
  const { userId } = account;
  const unit = useFormUnit();
  const { isDraftLoading, key, draft, discard } = useStoredDraft(userId, `activity-edit:${id}:${unit ?? ''}`);
  const currentFieldId = shown?.row.fieldId ?? (fieldId === UNKNOWN_FIELD ? null : fieldId);
  const field = fields.data?.find((one) => one.id === currentFieldId) ?? null;
  const back = field ? { to: fieldLink(field.id, 'activities'), label: field.name } : FIELDS;
  if (!shown || isDraftLoading || unit === null || !summariesReady || fields.isPending)
    return (
      <NotReady title="Activity" what="activity" back={back} read={shown ? fields : query} isLoading={shown !== null} />
    );
  const { row } = shown;
  const job = row.workId === null ? undefined : waitingJob(entries, { jobId: row.workId });
  const maySave = mayEdit(account, row, now) && !job;
  if (maySave && !row.struck) {
    return (
      <ActivityForm
        key={draft?.id ?? 'stored'}
        field={field}
        unit={unit}
        stored={row}
        type={row.activityType}
        summary={field ? (summaries.get(field.id) ?? null) : null}
        people={people}
        // The cast is safe: only this form writes drafts with this name.
        draft={draft && { id, text: draft.values as Partial<ActivityText>, at: draft.at }}
        draftKey={key}
        onDiscard={discard}
        back={back}
      />
    );
  }
  return (
    <Page title={ACTIVITY_WORDS[row.activityType]} subtitle={row.fieldName} narrow back={back} view={id}>
      {field?.hazards != null && <Hazards text={field.hazards} />}
      <EntryProblem id={id} />
      {row.struck && (
        <StruckBanner
          record={row}
          busy={bringBack.isPending}
          onBringBack={maySave ? () => bringBack.mutate([strikeOf(ACTIVITY, account, row, false)]) : null}
        />
      )}
      <Card className="grid gap-1 p-4">
        <h2 className="text-3">{activityTitle(row)}</h2>
        {activityLines(row, account.settings.zone).map((line) => (
          <p key={line} className="whitespace-pre-line wrap-anywhere">
            {line}
          </p>
        ))}
        <p className="text-2 text-muted">Entered by {row.createdByName}</p>
      </Card>
      <EntryPhotos parent={id} readOnly large />
      {job && (
        <Banner tone="note" action={<ButtonLink to={`/add-work?job=${job.id}`}>Change the job</ButtonLink>}>
          It goes to the office together with its job. Until then it is changed there.
        </Banner>
      )}
      <JobLink activity={row} />
      {account.canWrite && row.createdBy === userId && !job && !maySave && (
        <Banner tone="note">You can change your own entries for 7 days. Ask the account holder.</Banner>
      )}
    </Page>
  );
}

export function ReadOnly({ title, back }: { title: string; back: { to: string; label: string } }) {
  return (
    <Page title={title} narrow back={back}>
      <Card className="grid justify-items-start gap-4 p-4">
        <p>{READ_ONLY}</p>
        <ButtonLink to={back.to}>Back to {back.label}</ButtonLink>
      </Card>
    </Page>
  );
}

function usePeople() {
  const { ownerId } = useAccount();
  return useQuery(farmPeopleQuery(ownerId)).data ?? NO_PEOPLE;
}
