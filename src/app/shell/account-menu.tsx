import { ChevronDown, LogOut, MonitorSmartphone, Moon, Sun, SunMedium } from 'lucide-react';
import { setTheme, useTheme, type Theme } from '@/ui/layout/theme';
import { Menu, type MenuItem } from '@/ui/popups/menu';
import { Avatar } from '@/widgets/photos/avatar';
import { useSignOut } from '@/widgets/sign-out/sign-out';
import { linksIn, roleWord } from './navigation';
import type { Who } from './who';

const themes = [
  { theme: 'light', label: 'Light screen', Icon: Sun },
  { theme: 'dark', label: 'Dark screen', Icon: Moon },
  { theme: 'sunlight', label: 'Sunlight screen', Icon: SunMedium },
  { theme: 'auto', label: 'As this device', Icon: MonitorSmartphone },
] as const satisfies readonly { theme: Theme; label: string; Icon: typeof Sun }[];

/** Initials, name and role; opens account settings, theme and sign-out. */
export function AccountMenu({ who }: { who: Who }) {
  const chosen = useTheme();
  const { leave, dialog } = useSignOut();
  const items: MenuItem[] = [
    ...linksIn('account', who.role).map(({ to, icon: Icon }) => ({
      label: 'Account Settings',
      icon: Icon && <Icon aria-hidden="true" />,
      to,
    })),
    'rule',
    ...themes.map(({ theme, label, Icon }) => ({
      label,
      icon: <Icon aria-hidden="true" />,
      checked: theme === chosen,
      onSelect: () => setTheme(theme),
    })),
    'rule',
    { label: 'Sign Out', icon: <LogOut aria-hidden="true" />, onSelect: leave },
  ];
  return (
    <>
      <Menu items={items} className="who" aria-label={`${who.name}, ${roleWord(who.role)}`}>
        <Avatar initials={who.initials} path={who.avatar} />
        <span className="max-nav:hidden" aria-hidden="true">
          {who.name}
          <small>{roleWord(who.role)}</small>
        </span>
        <ChevronDown aria-hidden="true" className="max-nav:hidden" />
      </Menu>
      {dialog}
    </>
  );
}
