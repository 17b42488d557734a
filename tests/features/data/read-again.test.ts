// A change while a list is being read for the first time: the list that is shown in the end contains it.
import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
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
