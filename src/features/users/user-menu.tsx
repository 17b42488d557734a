import { Ellipsis, Eye, Link2, Mail, Pause, Play, UserMinus, X } from 'lucide-react';
import { Menu, type MenuItem } from '@/ui/popups/menu';
import type { User } from './user-words';

export type UserActions = {
  editVisibility: (user: User) => void;
  suspend: (id: string, suspended: boolean) => void;
  remove: (user: User) => void;
  resend: (user: User) => void;
  newLink: (user: User) => void;
  revoke: (user: User) => void;
};

function itemsOf(user: User, actions: UserActions): MenuItem[] {
  if (user.kind === 'invite') {
    return [
      { label: 'Resend', icon: <Mail aria-hidden="true" />, onSelect: () => actions.resend(user) },
      { label: 'New link', icon: <Link2 aria-hidden="true" />, onSelect: () => actions.newLink(user) },
      'rule',
      { label: 'Revoke', icon: <X aria-hidden="true" />, onSelect: () => actions.revoke(user), danger: true },
    ];
  }
  const { suspended } = user.person;
  return [
    { label: 'What they may see', icon: <Eye aria-hidden="true" />, onSelect: () => actions.editVisibility(user) },
    {
      label: suspended ? 'Resume' : 'Suspend',
      icon: suspended ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />,
      onSelect: () => actions.suspend(user.id, !suspended),
    },
    'rule',
    { label: 'Remove', icon: <UserMinus aria-hidden="true" />, onSelect: () => actions.remove(user), danger: true },
  ];
}

/** Actions for an employee or an invitation; disabled offline. */
export function UserMenu({ user, online, actions }: { user: User; online: boolean; actions: UserActions }) {
  return (
    <Menu className="icon-btn" aria-label={`More for ${user.name}`} items={itemsOf(user, actions)} disabled={!online}>
      <Ellipsis aria-hidden="true" />
    </Menu>
  );
}
