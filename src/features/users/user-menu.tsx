import { Ellipsis, Eye, Link2, Mail, Pause, Play, UserMinus, X } from 'lucide-react';
import { Menu, type MenuItem } from '@/ui/popups/menu';
import type { User } from './user-words';

export type UserActions = {
  see: (user: User) => void;
  suspend: (id: string, suspended: boolean) => void;
  remove: (user: User) => void;
  resend: (user: User) => void;
  newLink: (user: User) => void;
  revoke: (user: User) => void;
};

function itemsOf(user: User, does: UserActions): MenuItem[] {
  if (user.kind === 'invite') {
    return [
      { label: 'Resend', icon: <Mail aria-hidden="true" />, onSelect: () => does.resend(user) },
      { label: 'New link', icon: <Link2 aria-hidden="true" />, onSelect: () => does.newLink(user) },
      'rule',
      { label: 'Revoke', icon: <X aria-hidden="true" />, onSelect: () => does.revoke(user), danger: true },
    ];
  }
  const { suspended } = user.person;
  return [
    { label: 'What they may see', icon: <Eye aria-hidden="true" />, onSelect: () => does.see(user) },
    {
      label: suspended ? 'Resume' : 'Suspend',
      icon: suspended ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />,
      onSelect: () => does.suspend(user.id, !suspended),
    },
    'rule',
    { label: 'Remove', icon: <UserMinus aria-hidden="true" />, onSelect: () => does.remove(user), danger: true },
  ];
}

/** Actions for an employee or an invitation; disabled offline. */
export function UserMenu({ user, online, does }: { user: User; online: boolean; does: UserActions }) {
  return (
    <Menu className="icon-btn" aria-label={`More for ${user.name}`} items={itemsOf(user, does)} disabled={!online}>
      <Ellipsis aria-hidden="true" />
    </Menu>
  );
}
