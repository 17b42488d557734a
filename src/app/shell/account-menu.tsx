import { ChevronDown, LogOut, MonitorSmartphone, Moon, Sun, SunMedium } from 'lucide-react';
import { setTheme, useTheme, type Theme } from '@/ui/layout/theme';
import { Menu, type MenuItem } from '@/ui/popups/menu';
import { Avatar } from '@/widgets/photos/avatar';
import { useSignOut } from '@/widgets/sign-out/sign-out';
import { linksIn, roleLabel } from './navigation';
import type { FrameUser } from './frame-user';

const themes = [
  { theme: 'light', label: 'Light screen', Icon: Sun },
  { theme: 'dark', label: 'Dark screen', Icon: Moon },
  { theme: 'sunlight', label: 'Sunlight screen', Icon: SunMedium },
  { theme: 'auto', label: 'As this device', Icon: MonitorSmartphone },
] as const satisfies readonly { theme: Theme; label: string; Icon: typeof Sun }[];

/** Initials, name and role; opens account settings, theme and sign-out. */
export function AccountMenu({ user }: { user: FrameUser }) {
  const currentTheme = useTheme();
  const { signOut, dialog } = useSignOut();
  const items: MenuItem[] = [
    ...linksIn('account', user.role).map(({ to, label, icon: Icon }) => ({
      label: label === 'Account' ? 'Account Settings' : label,
      icon: Icon && <Icon aria-hidden="true" />,
      to,
    })),
    'rule',
    ...themes.map(({ theme, label, Icon }) => ({
      label,
      icon: <Icon aria-hidden="true" />,
      checked: theme === currentTheme,
      onSelect: () => setTheme(theme),
    })),
    'rule',
    { label: 'Sign Out', icon: <LogOut aria-hidden="true" />, onSelect: signOut },
  ];
  return (
    <>
      <Menu items={items} className="account-button" aria-label={`${user.name}, ${roleLabel(user.role)}`}>
        <Avatar initials={user.initials} path={user.avatar} />
        <span className="max-nav:hidden" aria-hidden="true">
          {user.name}
          <small>{roleLabel(user.role)}</small>
        </span>
        <ChevronDown aria-hidden="true" className="max-nav:hidden" />
      </Menu>
      {dialog}
    </>
  );
}
