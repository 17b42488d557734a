// A person's unread messages. The database writes them (*_push.sql).
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Account } from '@/domain/account/account';
import type { MessageKind } from '@/domain/noticeboard/message';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { polledEveryMinute } from './polling';

export type PushMessage = {
  id: string;
  kind: MessageKind;
  /** The page to open. */
  path: string;
  title: string;
  detail: string;
  createdAt: string;
};

/** Nobody reads more than this, and one request can mark this many as read. */
const MAX_MESSAGES = 100;

/** The newest first. Not copied for reading offline, but the pages to which the messages lead are. */
export const unreadMessagesQuery = ({ ownerId, userId }: Pick<Account, 'ownerId' | 'userId'>) =>
  queryOptions({
    queryKey: [keys.pushMessages, ownerId, userId],
    queryFn: async ({ signal }): Promise<PushMessage[]> =>
      unwrap(
        await supabase
          .from('push_messages')
          .select<string, PushMessage>('id,kind,path,title,detail,createdAt:created_at')
          .eq('user_id', ownerId)
          .eq('person_id', userId)
          .is('read_at', null)
          // A test is for one device only (*_test_push.sql).
          .neq('kind', 'test')
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .limit(MAX_MESSAGES)
          .abortSignal(signal),
      ),
    ...polledEveryMinute,
  });

export const markMessagesRead = mutationOptions({
  mutationKey: ['push-messages', 'read'],
  mutationFn: async (ids: readonly string[]) => unwrap(await supabase.rpc('read_push_messages', { p_ids: [...ids] })),
  meta: { failed: { title: 'Could not mark it as read' }, invalidates: [keys.pushMessages] },
});
