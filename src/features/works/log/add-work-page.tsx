import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { workQuery } from '@/data/works/works';
import { isDate } from '@/domain/core/time';
import { isId } from '@/features/works/list/list-address';
import { EMPTY, textOf, type WorkText } from '@/features/works/work-fields';
import type { Work } from '@/records/works';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { Page } from '@/ui/layout/page';
import { LoadingRows } from '@/ui/lists/list-states';
import { AddWork } from './add-work';
import { useDraftOf } from './use-draft-of';
import { useLists } from './use-lists';

/**
 * Logs a job: /add-work, with ?customer=, ?task=, ?date=, ?start=, ?finish= and ?breaks= to fill in, or ?copy= for
 * "Same again today". With ?as= the entry gets that id, so that a planned job or a shift can't be logged twice.
 */
export function AddWorkPage() {
  const account = useAccount();
  const [params] = useSearchParams();
  const copy = params.get('copy') ?? '';
  const who = { ownerId: account.ownerId, userId: account.userId, seesRates: account.settings.seesRates };
  const original = useQuery({ ...workQuery(who, copy), enabled: isId(copy) });
  const { lists, loading, lacks, retry } = useLists();
  const { draft, key, reading, restoredAt, discard } = useDraftOf(params);
  // Once shown, the form stays mounted, also while a failed list is loading again.
  const [begun, setBegun] = useState(false);
  // The params when the page was opened: every step changes the URL.
  const [asked] = useState(() => ({ as: params.get('as') ?? '', begin: beginOf(params) }));
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
      draftKey={key}
      begin={original.data ? copyOf(original.data) : asked.begin}
      as={isId(asked.as) ? asked.as : null}
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

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Date and times from the URL; invalid values are ignored. */
function beginOf(params: URLSearchParams): WorkText {
  const said = (name: string, fits: (text: string) => boolean) => {
    const text = params.get(name) ?? '';
    return fits(text) ? text : '';
  };
  const isTime = (text: string) => TIME.test(text);
  return {
    ...EMPTY,
    workDate: said('date', isDate),
    startTime: said('start', isTime),
    finishTime: said('finish', isTime),
    breaks: said('breaks', (text) => /^\d{1,3}$/.test(text)),
  };
}

/** A copy of a job, without its date and notes. */
const copyOf = (work: Work): WorkText => ({
  ...textOf(work),
  ...{ startSecond: false, finishSecond: false, workDate: '', notes: '' },
});
