import { useMutation } from '@tanstack/react-query';
import { Check, ChevronDown, Pencil, Pin, Trash2, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import type { Notice } from '@/data/notices';
import { readStatus, needsConfirmation, linkParts } from '@/domain/noticeboard/notice';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { noticeReadEntry, saveNoticeRead } from './notice-reads';
import { momentWords, postedWords } from './notice-words';

const Receipts = lazy(async () => ({ default: (await import('./receipts')).Receipts }));

const RelatedLink = lazy(async () => ({ default: (await import('./related-link')).RelatedLink }));

const PRIORITY = { urgent: 'Urgent', important: 'Important' } as const;

/** One notice. Opening it records that it was read; the "Got it" button confirms it, if that is required. */
export function NoticeCard({
  notice,
  today,
  onEdit,
  onDelete,
}: {
  notice: Notice;
  today: string;
  onEdit: (() => void) | undefined;
  onDelete: (() => void) | undefined;
}) {
  const account = useAccount();
  const { role, userId, canWrite, settings } = account;
  const [open, setOpen] = useState(false);
  const recordRead = useMutation(saveNoticeRead);
  const bodyId = useId();
  const admin = role === 'admin';
  const { readAt, acknowledgedAt } = readStatus(notice, userId);
  const mustConfirm = !admin && needsConfirmation(notice, userId);
  const { priority, title, body } = notice;
  const toggle = () => {
    setOpen(!open);
    if (!open && !admin && canWrite && readAt === null) recordRead.mutate(noticeReadEntry(account, notice, false));
  };
  return (
    <li
      className={`card grid gap-2 p-4 ${priority === 'urgent' ? 'border-l-6 border-l-danger' : priority === 'important' ? 'border-l-6 border-l-warning' : ''}`}
    >
      <Marks notice={notice} />
      <h3 className="-my-1 text-4">
        <button
          type="button"
          className="flex min-h-tap w-full items-center gap-2 text-left wrap-anywhere"
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={toggle}
        >
          <span className="mr-auto min-w-0">{title}</span>
          <ChevronDown aria-hidden="true" className={`size-5 flex-none text-muted ${open ? 'rotate-180' : ''}`} />
        </button>
      </h3>
      <div id={bodyId} className="grid gap-2">
        {body !== '' && (
          <p className={`wrap-anywhere whitespace-pre-line ${open ? '' : 'line-clamp-3'}`}>
            <WithLinks text={body} />
          </p>
        )}
        <p className="text-2 text-muted">{postedWords(notice, role, settings.zone, today)}</p>
        {open && admin && (
          <Suspense fallback={null}>
            <Receipts notice={notice} today={today} />
          </Suspense>
        )}
      </div>
      {notice.relatedTable !== null && notice.relatedId !== null && (
        <Suspense fallback={null}>
          <RelatedLink table={notice.relatedTable} id={notice.relatedId} />
        </Suspense>
      )}
      {!admin && notice.requiresAck && acknowledgedAt !== null && (
        <p className="flex items-center gap-2 text-2 text-positive">
          <Check aria-hidden="true" className="size-5" />
          You confirmed this {momentWords(acknowledgedAt, settings.zone, today)}.
        </p>
      )}
      {mustConfirm && canWrite && (
        <Button
          variant="prominent"
          size="l"
          aria-label={`Got it: ${title}`}
          busy={recordRead.isPending && recordRead.variables.fields.acknowledged === true}
          onClick={() => recordRead.mutate(noticeReadEntry(account, notice, true))}
        >
          <Check aria-hidden="true" />
          Got it
        </Button>
      )}
      {open && (onEdit || onDelete) && (
        <p className="-mx-quiet flex flex-wrap gap-2">
          {onEdit && (
            <Button variant="quiet" onClick={onEdit}>
              <Pencil aria-hidden="true" />
              Edit
            </Button>
          )}
          {onDelete && (
            <Button variant="quiet" className="text-danger" onClick={onDelete}>
              <Trash2 aria-hidden="true" />
              Delete
            </Button>
          )}
        </p>
      )}
    </li>
  );
}

/** How urgent the notice is, and whether it is pinned. */
function Marks({ notice: { priority, pinned } }: { notice: Notice }) {
  if (priority === 'normal' && !pinned) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-2 text-muted">
      {priority !== 'normal' && (
        <strong className={`inline-flex items-center gap-1 ${priority === 'urgent' ? 'text-danger' : 'text-warning'}`}>
          <TriangleAlert aria-hidden="true" className="size-4" />
          {PRIORITY[priority]}
        </strong>
      )}
      {pinned && (
        <span className="inline-flex items-center gap-1">
          <Pin aria-hidden="true" className="size-4" />
          Pinned
        </span>
      )}
    </p>
  );
}

const WithLinks = ({ text: body }: { text: string }) =>
  linkParts(body).map(({ text, href }, at) =>
    href === null ? (
      text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text keep their order
      <a key={at} href={href} target="_blank" rel="noreferrer nofollow">
        {text}
      </a>
    ),
  );
