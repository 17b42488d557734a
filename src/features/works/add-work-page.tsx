import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { workQuery, type Work } from '@/data/works';
import { toInputText } from '@/domain/money';
import { useAccount } from '@/session/account';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { LoadingRows } from '@/ui/list-states';
import { Page } from '@/ui/page';
import { AddWork } from './add-work';
import { isId } from './list-address';
import { useLists } from './use-lists';
import { useDraftOf } from './use-draft-of';
import { EMPTY } from './use-work-form';
import type { WorkText } from './work-rules';

/** Logs a job: /add-work, with ?customer= and ?task= for what is known, or ?copy= for "Same again today". */
export function AddWorkPage() {
  const account = useAccount();
  const [params] = useSearchParams();
  const copy = params.get('copy') ?? '';
  const who = { ownerId: account.ownerId, userId: account.userId, seesRates: account.settings.seesRates };
  const original = useQuery({ ...workQuery(who, copy), enabled: isId(copy) });
  const { lists, loading, lacks, retry } = useLists();
  const { draft, reading, restoredAt, discard } = useDraftOf(params);
  // A field that asks once more for a list that failed must not take away the form it stands in.
  const [begun, setBegun] = useState(false);
  if (!begun && !loading && !original.isLoading && !reading) setBegun(true);
  if (!begun) {
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
      begin={original.data ? copyOf(original.data) : EMPTY}
      notice={
        <>
          {restoredAt !== null && (
            <Banner tone="note" action={<Button onClick={discard}>Discard</Button>}>
              Restored what you typed at {restoredAt}.
            </Banner>
          )}
          {lacks !== null && (
            <Banner tone="warn" action={<Button onClick={retry}>Try again</Button>}>
              {lacks}
            </Banner>
          )}
        </>
      }
    />
  );
}

/** The same job once more: everything but its date and its note. */
const copyOf = (work: Work): WorkText => ({
  ...EMPTY,
  customer: work.customer,
  taskName: work.taskName,
  taskDescription: work.taskDescription ?? '',
  chargeableUnit: work.chargeableUnit,
  rate: work.rate === null ? '' : toInputText(work.rate),
  quantity: work.quantity === null ? '' : toInputText(work.quantity),
  startTime: work.startTime ?? '',
  finishTime: work.finishTime ?? '',
  breaks: work.breaks === 0 ? '' : String(work.breaks),
});
