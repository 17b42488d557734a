import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { withoutFailureMessage } from '@/data/load-failed';
import { boardQuery, postNotice, updateNotice, type Notice } from '@/data/notices';
import { needsReconfirmation, MAX_PINNED } from '@/domain/noticeboard/notice';
import type { NoticeFields } from '@/records/notices';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/popups/dialog';
import { NoticeFormFields } from './notice-fields';
import { noticeSchema, textOf, type NoticeText } from './notice-schema';

/** The form of a new or existing notice. Asks before saving a change that makes people confirm the notice again. */
export function NoticeDialog({
  notice,
  today,
  onClose,
}: {
  notice: Notice | null;
  today: string;
  onClose: () => void;
}) {
  const account = useAccount();
  const { ownerId } = account;
  const { data: board = [] } = useQuery(withoutFailureMessage(boardQuery(account, today)));
  const pinLimitReached = board.filter(({ id, pinned }) => pinned && id !== notice?.id).length >= MAX_PINNED;
  const post = useMutation(postNotice);
  const update = useMutation(updateNotice);
  const formId = useId();
  const [newId] = useState(() => crypto.randomUUID());
  const [pendingFields, setPendingFields] = useState<NoticeFields | null>(null);
  const form = useForm<NoticeText, unknown, NoticeFields>({
    resolver: standardSchemaResolver(noticeSchema(pinLimitReached)),
    defaultValues: textOf(notice),
  });
  const busy = post.isPending || update.isPending;
  const save = (fields: NoticeFields) => {
    const options = { onSuccess: onClose };
    if (notice) update.mutate({ id: notice.id, ownerId, fields }, options);
    else post.mutate({ id: newId, ownerId, fields }, options);
  };
  const submit = form.handleSubmit((fields) => {
    if (notice && needsReconfirmation(notice, fields)) setPendingFields(fields);
    else save(fields);
  });
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={pendingFields ? 'Ask everyone again?' : notice ? 'Edit notice' : 'Post a notice'}
      actions={
        pendingFields ? (
          <>
            <Button onClick={() => setPendingFields(null)}>Back</Button>
            <Button variant="main" busy={busy} busyText="Saving..." onClick={() => save(pendingFields)}>
              Save and ask again
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" form={formId} variant="main" busy={busy} busyText="Saving...">
              {notice ? 'Save changes' : 'Post notice'}
            </Button>
          </>
        )
      }
    >
      {pendingFields && <p>This changes the notice. Everyone will be asked to confirm again.</p>}
      <form
        id={formId}
        noValidate
        hidden={pendingFields !== null}
        onSubmit={(event) => void submit(event)}
        className={pendingFields ? undefined : 'grid gap-4 pt-3'}
      >
        <NoticeFormFields form={form} notice={notice} today={today} />
      </form>
    </Dialog>
  );
}
