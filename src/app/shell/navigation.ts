// The menus of both roles, from the table of routes.
import type { LucideIcon } from 'lucide-react';
import { isOpenTo, routeAt, routes, type AppRoute, type MenuName } from '@/app/routes';
import type { Role } from '@/domain/account/access';

/** `bottomBar`: how the bottom bar of a phone shows it; undefined if it does not. */
export type NavLinkItem = { label: string; to: string; icon: LucideIcon | undefined; bottomBar: AppRoute['bottomBar'] };
export type NavGroup = { label: string; links: readonly NavLinkItem[] };

const linksOf = (isListed: (route: AppRoute) => boolean, role: Role): NavLinkItem[] =>
  routes
    .filter((route) => isListed(route) && isOpenTo(route, role))
    .map((route) => ({
      label: route.label?.[role] ?? route.title,
      to: route.path,
      icon: route.icon,
      bottomBar: route.bottomBar,
    }));

/** The links of a menu: 'main' is the top bar, 'account' the menu of the account. */
export const linksIn = (menu: MenuName, role: Role) => linksOf((route) => route.menu === menu, role);

/** The bottom bar of a phone. */
export const barLinks = (role: Role) => linksOf(({ bottomBar }) => bottomBar !== undefined, role);

/** The menus beside the main links: MyFarm is for admins, More holds the groups of each role. */
export function menusOf(role: Role): { myFarm: NavGroup | null; more: readonly NavGroup[] } {
  const checklists = { label: 'Checklists', links: linksIn('checklists', role) };
  const lists = linksIn('lists', role);
  if (role === 'admin')
    return {
      myFarm: { label: 'MyFarm', links: linksIn('myFarm', role) },
      more: [checklists, { label: 'Manage Lists', links: lists }],
    };
  // The lists that the crew may read and add to; the account holder manages the same pages.
  const byName = lists.toSorted((a, b) => a.label.localeCompare(b.label));
  return { myFarm: null, more: [checklists, { label: 'Lists', links: byName }] };
}

/** The tabs of the diary's pages; the first is the diary itself. */
export const diaryTabs = (role: Role): readonly NavLinkItem[] =>
  linksOf(({ menu, path }) => menu === 'diary' || path === '/diary', role);

/** The path that menus mark as current at an address; undefined if the role has no page there. */
function currentPath(path: string, role: Role): string | undefined {
  const route = routeAt(path);
  const shown = route?.parentPath === undefined ? route : routeAt(route.parentPath);
  return shown && isOpenTo(shown, role) ? shown.path : undefined;
}

/** The diary's tab for a path; undefined if the path is not a page of the diary. */
export const currentDiaryTab = (path: string, role: Role): NavLinkItem | undefined => {
  const current = currentPath(path, role);
  return diaryTabs(role).find(({ to }) => to === current);
};

/** Whether a main link leads to the page at a path, or to its part of the app. */
export const isCurrent = (to: string, path: string, role: Role): boolean =>
  to === '/diary' ? currentDiaryTab(path, role) !== undefined : to === currentPath(path, role);

/** Whether one of the links leads to the page at a path, or to the page that stands for it. */
export const holdsCurrent = (links: readonly { to: string }[], path: string, role: Role): boolean =>
  links.some(({ to }) => isCurrent(to, path, role));

/** Whether a phone shows the page at a path as part of its menu: it belongs to no link of the bottom bar. */
export const isInPhoneMenu = (path: string, role: Role): boolean =>
  currentPath(path, role) !== undefined && !holdsCurrent(barLinks(role), path, role);

export const roleLabel = (role: Role) => (role === 'admin' ? 'Admin' : 'Employee');
