import { useMutation, useQuery } from '@tanstack/react-query';
import {
  CalendarCheck,
  CalendarOff,
  Clock,
  MailX,
  Megaphone,
  NotebookPen,
  OctagonAlert,
  TriangleAlert,
  UserX,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import { markMessagesRead, unreadMessagesQuery, type PushMessage } from '@/data/push-messages';
import { dateIn, formatDate, localTimeIn } from '@/domain/core/time';
import { plural } from '@/domain/core/word-list';
import type { MessageKind } from '@/domain/noticeboard/message';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { AlertList, AlertRow } from '@/ui/feedback/alert-row';

type Look = { tone: 'bad' | 'warn' | 'ready' | 'note'; icon: LucideIcon };

const LOOKS: Readonly<Record<MessageKind, Look>> = {
  notice: { tone: 'bad', icon: Megaphone },
  machine: { tone: 'bad', icon: OctagonAlert },
  job: { tone: 'note', icon: NotebookPen },
  week: { tone: 'ready', icon: CalendarCheck },
  clock: { tone: 'warn', icon: Clock },
  defect: { tone: 'warn', icon: TriangleAlert },
  mail: { tone: 'warn', icon: MailX },
  declined: { tone: 'warn', icon: UserX },
  absence: { tone: 'note', icon: CalendarOff },
};

/** How many messages are shown at first; the rest is shown on request. */
const MAX_SHOWN = 3;

/** What happened since this person last looked. Opening a message marks it as read. */
export function WhatsNew({ today }: { today: string }) {
  const account = useAccount();
  const { data: messages = [] } = useQuery(unreadMessagesQuery(account));
  const { mutate, isPending } = useMutation(markMessagesRead);
  const [all, setAll] = useState(false);
  if (messages.length === 0) return null;
  return (
    <section className="grid gap-3" aria-labelledby="whats-new">
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 id="whats-new" className="mr-auto text-4">
          What’s new <span className="text-muted tabular-nums">({messages.length})</span>
        </h2>
        <Button
          variant="quiet"
          busy={isPending}
          busyText="Marking..."
          onClick={() => mutate(messages.map(({ id }) => id))}
        >
          {plural(messages.length, 'Mark as read', 'Mark all as read')}
        </Button>
      </div>
      <AlertList label="What’s new">
        {(all ? messages : messages.slice(0, MAX_SHOWN)).map((message) => (
          <Message
            key={message.id}
            message={message}
            today={today}
            // A lapsed account can open no other page.
            to={account.canWrite ? message.path : undefined}
            onOpen={() => mutate([message.id])}
          />
        ))}
      </AlertList>
      {!all && messages.length > MAX_SHOWN && (
        <Button variant="quiet" onClick={() => setAll(true)}>
          Show all {messages.length}
        </Button>
      )}
    </section>
  );
}

function Message({
  message: { kind, title, detail, createdAt },
  today,
  to,
  onOpen,
}: {
  message: PushMessage;
  today: string;
  to: string | undefined;
  onOpen: () => void;
}) {
  const { zone } = useAccount().settings;
  const { tone, icon: Icon } = LOOKS[kind];
  const date = dateIn(zone, createdAt);
  const when = date === today ? localTimeIn(zone, new Date(createdAt)) : formatDate(date, today);
  return (
    <AlertRow
      tone={tone}
      icon={<Icon />}
      title={title}
      detail={
        <>
          {detail && <span className="line-clamp-3 whitespace-pre-line wrap-anywhere">{detail}</span>}
          <span className="tabular-nums">{when}</span>
        </>
      }
      to={to}
      onOpen={onOpen}
    />
  );
}
