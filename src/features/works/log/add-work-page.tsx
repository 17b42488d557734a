import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { readerOf, workQuery } from '@/data/works/works';
import type { Account } from '@/domain/account/account';
import { isClockTime, isDate } from '@/domain/core/time';
import { moreOf } from '@/domain/works/job-rows';
import { workMapper } from '@/features/works/entries/work-entries';
import type { WorkDraft } from '@/features/works/form/typed-job';
import { useLists } from '@/features/works/form/use-lists';
import { useRestoredDraft } from '@/features/works/form/use-restored-draft';
import { EMPTY, textOf, type WorkText } from '@/features/works/form/work-fields';
import { isUuid } from '@/lib/params';
import type { Entry } from '@/offline/outbox/entry';
import { withJobLines } from '@/offline/outbox/job-lines';
import { useWaiting } from '@/offline/outbox/outbox';
import { JOB } from '@/records/jobs';
import type { Work } from '@/records/works';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { Page } from '@/ui/layout/page';
import { LoadingRows } from '@/ui/lists/list-states';
import { AddWork } from './add-work';

/**
 * Logs a job: /add-work, with ?customer=, ?task=, ?date=, ?start=, ?finish= and ?breaks= to fill in, or ?copy= for
 * "Same again today". With ?as= the entry gets that id, so that a planned job or a shift can't be logged twice. With
 * ?job= it changes a job that is still in the outbox.
 */
export function AddWorkPage() {
  const account = useAccount();
  const [params] = useSearchParams();
  const copy = params.get('copy') ?? '';
  const original = useQuery({ ...workQuery(readerOf(account), copy), enabled: isUuid(copy) });
  const { lists, loading, loadProblem, retry } = useLists();
  const { draft: storedDraft, key, isDraftLoading, restoredAt, discard } = useRestoredDraft(params);
  // Once shown, the form stays mounted, also while a failed list is loading again.
  const [isFormShown, setIsFormShown] = useState(false);
  // The params when the page was opened: every step changes the URL.
  const [initial] = useState(() => ({
    as: params.get('as') ?? '',
    job: params.get('job') ?? '',
    initialText: initialTextOf(params),
  }));
  const { entries, isLoaded } = useWaiting();
  const today = useToday();
  // The job of ?job=, as a draft. Read once, when the page opens, because saving changes the job's entry.
  const [jobDraft, setJobDraft] = useState<WorkDraft | null>(null);
  const waitingJob = entries.find(
    ({ id, kind, action }) => id === initial.job && kind === JOB.kind && action === 'insert',
  );
  if (waitingJob && !jobDraft) setJobDraft(draftOfJob(waitingJob, account, today));
  const draft = initial.job === '' ? storedDraft : jobDraft;
  if (!isFormShown && !loading && !original.isLoading && !isDraftLoading && (initial.job === '' || isLoaded))
    setIsFormShown(true);
  if (!isFormShown) {
    return (
      <Page title="Add Work" narrow back={{ to: '/diary', label: 'Diary' }}>
        <LoadingRows />
      </Page>
    );
  }
  if (draft && !params.has('customer') && draft.text.customer !== '') {
    const { customer, taskName } = draft.text;
    const job = new URLSearchParams(taskName === '' ? { customer } : { customer, task: taskName });
    return <Navigate to={`/add-work?${job.toString()}`} replace />;
  }
  return (
    <AddWork
      key={draft?.id ?? ''}
      lists={lists}
      draft={draft}
      draftKey={key}
      initialText={original.data ? copyOf(original.data) : initial.initialText}
      replaces={jobDraft !== null && initial.job !== ''}
      reservedId={isUuid(initial.as) ? initial.as : null}
      notice={
        <>
          {restoredAt !== null && initial.job === '' && (
            <Banner tone="note" action={<Button onClick={discard}>Discard</Button>}>
              Restored what you typed at {restoredAt}.
            </Banner>
          )}
          {loadProblem !== null && (
            <Banner tone="warn" action={<Button onClick={retry}>Try again</Button>}>
              {loadProblem}
            </Banner>
          )}
        </>
      }
    />
  );
}

/** A job in the outbox as a draft of the form. */
function draftOfJob(entry: Entry, account: Account, today: string): WorkDraft {
  const [head] = withJobLines([entry]);
  const text = head ? textOf(workMapper(account, today).fromEntry(head)) : EMPTY;
  return { id: entry.id, text, typedFor: text.taskName, more: moreOf(entry.fields) };
}

/** Date and times from the URL; invalid values are ignored. */
function initialTextOf(params: URLSearchParams): WorkText {
  const validParam = (name: string, isValid: (text: string) => boolean) => {
    const text = params.get(name) ?? '';
    return isValid(text) ? text : '';
  };
  return {
    ...EMPTY,
    workDate: validParam('date', isDate),
    startTime: validParam('start', isClockTime),
    finishTime: validParam('finish', isClockTime),
    breaks: validParam('breaks', (text) => /^\d{1,3}$/.test(text)),
  };
}

/** A copy of a job, without its date and notes. */
const copyOf = (work: Work): WorkText => ({
  ...textOf(work),
  ...{ startSecond: false, finishSecond: false, workDate: '', notes: '' },
});
