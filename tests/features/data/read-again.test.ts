// A change while a list is being read for the first time: the list that is shown in the end contains it.
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { worksPartsQuery } from '@/data/works/works-parts';
import { NO_WORKS_FILTER } from '@/data/works/works-filter';
import { createQueryClient, readAgain } from '@/lib/query-client';

test('the first read of a list on the screen that began before a change does not count', async () => {
  const client = createQueryClient();
  const answers: ((rows: string) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['notes'],
    queryFn: () => new Promise<string>((answer) => answers.push(answer)),
  });
  const stop = observer.subscribe(() => undefined);
  const done = readAgain(client, ['notes']);
  expect(answers).toHaveLength(2);
  expect(observer.getCurrentResult()).toMatchObject({ status: 'pending', fetchStatus: 'fetching' });
  answers[0]?.('before the change');
  answers[1]?.('with the change');
  await done;
  expect(observer.getCurrentResult().data).toBe('with the change');
  stop();
});

test('the first page of works that was asked for before a change does not count either', async () => {
  const client = createQueryClient();
  const answers: ((rows: string) => void)[] = [];
  const reader = { ownerId: 'owner', userId: 'owner', seesRates: true };
  const stop = new InfiniteQueryObserver(client, {
    // With the key and the meta of the app; the rows go into a query of their own, as there.
    ...worksPartsQuery(reader, { ...NO_WORKS_FILTER, today: '2026-11-27' }),
    queryFn: async ({ pageParam: { after } }) => {
      const rows = await new Promise<string>((answer) => answers.push(answer));
      client.setQueryData(['works', 'part'], rows);
      return { reader, filter: { ...NO_WORKS_FILTER, today: '2026-11-27' }, sort: 'date' as const, after, until: null };
    },
  }).subscribe(() => undefined);
  // The outbox has sent the work that was logged without signal, while the list was being read.
  const done = readAgain(client, ['works']);
  expect(answers).toHaveLength(2);
  answers[1]?.('with the change');
  await done;
  expect(client.getQueryData(['works', 'part'])).toBe('with the change');
  stop();
});
