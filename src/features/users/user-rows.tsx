import { Mail } from 'lucide-react';
import { initials } from '@/domain/account/access';
import type { Zone } from '@/domain/core/time';
import { Phone } from '@/ui/contact-link';
import { StateBadge } from '@/ui/feedback/state-badge';
import { useWide } from '@/ui/layout/use-wide';
import { HeadCell, Ledger, LedgerRow } from '@/ui/lists/ledger';
import { Avatar } from '@/widgets/photos/avatar';
import { UserMenu, type UserActions } from './user-menu';
import { seenWords, stateOf, type User } from './user-words';

type RowsProps = { users: readonly User[]; now: Date; zone: Zone; online: boolean; actions: UserActions };

export function UserRows(rows: RowsProps) {
  return useWide() ? <UserTable {...rows} /> : <UserCards {...rows} />;
}

function UserAvatar({ user }: { user: User }) {
  if (user.kind === 'invite') {
    return (
      <span className="avatar border border-dashed border-line-strong bg-transparent text-muted" aria-hidden="true">
        <Mail />
      </span>
    );
  }
  const { firstName, lastName, email, avatarUrl } = user.person;
  return (
    // The ring keeps the avatar visible on the dark theme's background.
    <span className="inline-grid flex-none rounded-full border border-line-strong">
      <Avatar initials={initials(firstName, lastName, email)} path={avatarUrl} />
    </span>
  );
}

function UserPhone({ user }: { user: User }) {
  const phone = user.kind === 'person' ? user.person.phone : null;
  return phone === null ? null : <Phone number={phone} />;
}

function UserState({ user, now }: { user: User; now: Date }) {
  const { badge, words } = stateOf(user, now);
  return <StateBadge kind={badge} label={words} />;
}

function UserTable({ users, now, zone, online, actions }: RowsProps) {
  return (
    <Ledger
      caption="Users"
      head={
        <>
          <HeadCell>Name</HeadCell>
          <HeadCell>Email and phone</HeadCell>
          <HeadCell>Status</HeadCell>
          <HeadCell>Last seen</HeadCell>
          <HeadCell hideText>Actions</HeadCell>
        </>
      }
    >
      <tbody>
        {users.map((user) => (
          <LedgerRow key={user.id}>
            <td>
              <span className="flex items-center gap-3">
                <UserAvatar user={user} />
                {user.name === user.email ? (
                  <span className="text-muted">No name yet</span>
                ) : (
                  <strong>{user.name}</strong>
                )}
              </span>
            </td>
            <td className="text-muted">
              <span className="flex flex-wrap gap-x-4">
                {user.email}
                <UserPhone user={user} />
              </span>
            </td>
            <td>
              <UserState user={user} now={now} />
            </td>
            <td className="figure left text-muted">
              {seenWords(user, zone, now) ?? (user.kind === 'person' && 'Not yet')}
            </td>
            <td className="w-12 text-right">
              <UserMenu user={user} online={online} actions={actions} />
            </td>
          </LedgerRow>
        ))}
      </tbody>
    </Ledger>
  );
}

function UserCards({ users, now, zone, online, actions }: RowsProps) {
  return (
    <ul className="card card-rows" aria-label="Users">
      {users.map((user) => {
        const seen = seenWords(user, zone, now);
        return (
          <li key={user.id} className="flex items-center gap-3 py-2 pl-4 pr-1">
            <UserAvatar user={user} />
            <span className="grid min-w-0 flex-1 gap-px">
              <strong className="wrap-anywhere">{user.name}</strong>
              {user.name !== user.email && <span className="wrap-anywhere text-2 text-muted">{user.email}</span>}
              <span className="flex flex-wrap items-baseline gap-x-3 text-2">
                <UserState user={user} now={now} />
                {seen !== null && <span className="text-muted">Seen {seen}</span>}
                <UserPhone user={user} />
              </span>
            </span>
            <UserMenu user={user} online={online} actions={actions} />
          </li>
        );
      })}
    </ul>
  );
}
