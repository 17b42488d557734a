import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { workQuery, type Work } from '@/data/works';
import { toInputText } from '@/domain/money';
import { isDate } from '@/domain/time';
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

/**
 * Logs a job: /add-work, with ?customer=, ?task=, ?date=, ?start=, ?finish= and ?breaks= for what is known, or ?copy= for
 * "Same again today". With ?as= the entry has that id: what is logged from a planned job or a shift is logged once.
 */
export function AddWorkPage() {
  const account = useAccount();
  const [params] = useSearchParams();
  const copy = params.get('copy') ?? '';
  const who = { ownerId: account.ownerId, userId: account.userId, seesRates: account.settings.seesRates };
  const original = useQuery({ ...workQuery(who, copy), enabled: isId(copy) });
  const { lists, loading, lacks, retry } = useLists();
  const { draft, key, reading, restoredAt, discard } = useDraftOf(params);
  // A field that asks once more for a list that failed must not take away the form it stands in.
  const [begun, setBegun] = useState(false);
  // The address as the page was opened with it: it changes with each answer.
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

/** What the address says of the day and its times; what is no date or no time is left out. */
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
