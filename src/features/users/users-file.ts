// The list of users as CSV.
import { toCsv } from '@/domain/core/csv';
import { saveFile } from '@/lib/files/save-file';
import { stateOf, type User } from './user-words';

const HEADER = ['name', 'email', 'status', 'last_seen_at', 'invitation_expires_at'];

const usersCsv = (users: readonly User[], now: Date): string =>
  toCsv(
    HEADER,
    users.map((user) => [
      user.name === user.email ? null : user.name,
      user.email,
      user.kind === 'person' ? stateOf(user, now).words : 'Invited',
      user.kind === 'person' ? user.person.lastSeenAt : null,
      user.kind === 'invite' ? user.invite.expiresAt : null,
    ]),
  );

export function saveUsers(users: readonly User[], now: Date) {
  saveFile(new File([usersCsv(users, now)], 'users.csv', { type: 'text/csv' }));
}
