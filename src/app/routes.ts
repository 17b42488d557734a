// Every page behind the sign-in, in the order of the menus. Menus, prefetching, what a device installs and the size
// budget follow from this table. The file of a page's screen is named after its path: '/add-work' is in
// add-work-page.tsx.
import {
  Calculator,
  CalendarClock,
  CalendarOff,
  ChartColumn,
  CircleUser,
  ClipboardCheck,
  ClipboardList,
  ContactRound,
  Droplets,
  Files,
  FolderOpen,
  Leaf,
  List,
  ListChecks,
  ListTodo,
  Map,
  NotebookPen,
  Pin,
  Plus,
  ReceiptText,
  Salad,
  ShieldCheck,
  SlidersHorizontal,
  SquarePlus,
  StickyNote,
  Timer,
  Tractor,
  UserCog,
  Wheat,
  type LucideIcon,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { Role } from '@/domain/account/access';

/** `shell/navigation.ts` says what each role sees of them. */
export type MenuName = 'main' | 'diary' | 'myFarm' | 'checklists' | 'lists' | 'account';

type RouteInfo = {
  path: string;
  /** Whether this page is also shown at every path below it. */
  includesSubpaths?: true;
  title: string;
  /** The role that may open it. Others see a page that says so, or are redirected to the page for their own role. */
  openTo: 'everyone' | Role;
  redirectTo?: string;
  /** The menu that lists it; none for a page that is reached from another one. */
  menu?: MenuName;
  icon?: LucideIcon;
  /** Its name in a role's menu, if that is not the title. */
  label?: Partial<Record<Role, string>>;
  /** In the bottom bar of a phone: a link, or the raised button. */
  bottomBar?: 'link' | 'button';
  /** The path of the page that the menus mark as current instead. */
  parentPath?: string;
  /** Of no use offline: not installed with the app, but loaded when it is opened. */
  onlineOnly?: true;
  /** Stored on the device after the start, in the background: a calculator, or a page for the office. */
  storedLater?: true;
};

/** `screen` loads the page. */
export type AppRoute = RouteInfo & { screen: () => Promise<ComponentType> };

const page = (info: RouteInfo, screen: () => Promise<ComponentType>): AppRoute => ({ ...info, screen });

const noticeboard = async () => (await import('@/features/noticeboard/noticeboard-page')).NoticeboardPage;

export const routes: readonly AppRoute[] = [
  page({ path: '/', title: 'Noticeboard', openTo: 'everyone', parentPath: '/noticeboard' }, noticeboard),
  page(
    { path: '/noticeboard', title: 'Noticeboard', openTo: 'everyone', menu: 'main', icon: Pin, bottomBar: 'link' },
    noticeboard,
  ),
  page(
    { path: '/diary', title: 'Diary', openTo: 'everyone', menu: 'main', icon: NotebookPen, bottomBar: 'link' },
    async () => (await import('@/features/diary/diary-page')).DiaryPage,
  ),
  page(
    { path: '/add-work', title: 'Add Work', openTo: 'everyone', menu: 'diary', icon: Plus, bottomBar: 'button' },
    async () => (await import('@/features/works/log/add-work-page')).AddWorkPage,
  ),
  page(
    {
      path: '/works-list',
      title: 'Works List',
      openTo: 'everyone',
      menu: 'diary',
      icon: List,
      label: { employee: 'My Work' },
    },
    async () => (await import('@/features/works/works-list-page')).WorksListPage,
  ),
  page(
    { path: '/day-sheet', title: 'Day sheet', openTo: 'admin', parentPath: '/works-list', storedLater: true },
    async () => (await import('@/features/works/sheet/day-sheet-page')).DaySheetPage,
  ),
  page(
    { path: '/time-tracker', title: 'Time Tracker', openTo: 'everyone', menu: 'diary', icon: Timer },
    async () => (await import('@/features/time/time-tracker-page')).TimeTrackerPage,
  ),
  page(
    {
      path: '/time-diary',
      title: 'Time Diary',
      openTo: 'everyone',
      menu: 'diary',
      icon: CalendarClock,
      label: { employee: 'My Time' },
    },
    async () => (await import('@/features/time/time-diary-page')).TimeDiaryPage,
  ),
  page(
    { path: '/time-off', title: 'Time Off', openTo: 'everyone', menu: 'diary', icon: CalendarOff, storedLater: true },
    async () => (await import('@/features/time-off/time-off-page')).TimeOffPage,
  ),
  page(
    { path: '/invoices', title: 'Invoices', openTo: 'admin', menu: 'diary', icon: ReceiptText, onlineOnly: true },
    async () => (await import('@/features/invoices/invoices-page')).InvoicesPage,
  ),
  page(
    { path: '/view-invoices', title: 'View Invoices', openTo: 'admin', menu: 'diary', icon: Files, storedLater: true },
    async () => (await import('@/features/invoices/register/view-invoices-page')).ViewInvoicesPage,
  ),
  page(
    { path: '/reports', title: 'Reports', openTo: 'admin', menu: 'diary', icon: ChartColumn, storedLater: true },
    async () => (await import('@/features/reports/reports-page')).ReportsPage,
  ),
  page(
    {
      path: '/invoice-settings',
      title: 'Invoice Settings',
      openTo: 'admin',
      menu: 'diary',
      icon: SlidersHorizontal,
      onlineOnly: true,
    },
    async () => (await import('@/features/invoices/settings/invoice-settings-page')).InvoiceSettingsPage,
  ),
  page(
    { path: '/view-notes', title: 'Notes', openTo: 'everyone', menu: 'diary', icon: StickyNote },
    async () => (await import('@/features/notes/view-notes-page')).ViewNotesPage,
  ),
  page(
    { path: '/add-note', title: 'Add Note', openTo: 'everyone', parentPath: '/view-notes' },
    async () => (await import('@/features/notes/add-note-page')).AddNotePage,
  ),
  page(
    {
      path: '/manage-note-titles',
      title: 'Note Titles',
      openTo: 'everyone',
      parentPath: '/view-notes',
      storedLater: true,
    },
    async () => (await import('@/features/notes/manage-note-titles-page')).NoteTitlesPage,
  ),
  page(
    { path: '/fields/map', title: 'Map of fields', openTo: 'everyone', parentPath: '/fields' },
    async () => (await import('@/features/fields/map/map-page')).MapPage,
  ),
  page(
    {
      path: '/fields',
      includesSubpaths: true,
      title: 'Fields',
      openTo: 'everyone',
      menu: 'main',
      icon: Map,
      bottomBar: 'link',
    },
    async () => (await import('@/features/fields/fields-page')).FieldsPage,
  ),
  page(
    { path: '/machinery', includesSubpaths: true, title: 'Machinery', openTo: 'everyone', menu: 'main', icon: Tractor },
    async () => (await import('@/features/machinery/machinery-page')).MachineryPage,
  ),
  page(
    {
      path: '/compliance-center',
      title: 'Compliance Center',
      openTo: 'admin',
      menu: 'myFarm',
      icon: ShieldCheck,
      storedLater: true,
    },
    async () => (await import('@/features/compliance/compliance-center-page')).ComplianceCenterPage,
  ),
  page(
    {
      path: '/stocking-rate',
      title: 'Stocking Rate Calculator',
      openTo: 'admin',
      menu: 'myFarm',
      icon: Calculator,
      storedLater: true,
    },
    async () => (await import('@/features/calculators/stocking/stocking-rate-page')).StockingRatePage,
  ),
  page(
    {
      path: '/slurry-storage',
      title: 'Slurry Storage',
      openTo: 'admin',
      menu: 'myFarm',
      icon: Droplets,
      storedLater: true,
    },
    async () => (await import('@/features/calculators/slurry/slurry-storage-page')).SlurryStoragePage,
  ),
  page(
    {
      path: '/manure-movements',
      includesSubpaths: true,
      title: 'Manure Movements',
      openTo: 'everyone',
      parentPath: '/slurry-storage',
      storedLater: true,
    },
    async () => (await import('@/features/movements/manure-movements-page')).ManureMovementsPage,
  ),
  page(
    { path: '/np-loading', title: 'N&P Loading', openTo: 'admin', menu: 'myFarm', icon: Leaf, storedLater: true },
    async () => (await import('@/features/calculators/nutrients/np-loading-page')).NpLoadingPage,
  ),
  page(
    {
      path: '/meal-mixes',
      includesSubpaths: true,
      title: 'Meal Mixes',
      openTo: 'everyone',
      menu: 'myFarm',
      icon: Wheat,
      storedLater: true,
    },
    async () => (await import('@/features/rations/meal/meal-mixes-page')).MealMixesPage,
  ),
  page(
    {
      path: '/tmr-mixes',
      includesSubpaths: true,
      title: 'TMR Mixes',
      openTo: 'everyone',
      menu: 'myFarm',
      icon: Salad,
      storedLater: true,
    },
    async () => (await import('@/features/rations/tmr/tmr-mixes-page')).TmrMixesPage,
  ),
  page(
    {
      path: '/create-checklist',
      title: 'Create Checklist',
      openTo: 'admin',
      menu: 'checklists',
      icon: SquarePlus,
      storedLater: true,
      label: { admin: 'Create' },
    },
    async () => (await import('@/features/checklists/create-checklist-page')).CreateChecklistPage,
  ),
  page(
    {
      path: '/add-checklist',
      title: 'Complete Checklist',
      openTo: 'everyone',
      menu: 'checklists',
      icon: ClipboardCheck,
      label: { admin: 'Complete' },
    },
    async () => (await import('@/features/checklists/add-checklist-page')).AddChecklistPage,
  ),
  page(
    {
      path: '/view-checklists',
      title: 'View Checklists',
      openTo: 'admin',
      menu: 'checklists',
      icon: ClipboardList,
      storedLater: true,
      label: { admin: 'View' },
    },
    async () => (await import('@/features/checklists/view-checklists-page')).ViewChecklistsPage,
  ),
  page(
    {
      path: '/completed-checklists',
      title: 'Completed Checklists',
      openTo: 'everyone',
      menu: 'checklists',
      icon: ListChecks,
      label: { admin: 'Completed' },
      storedLater: true,
    },
    async () => (await import('@/features/checklists/completed-checklists-page')).CompletedChecklistsPage,
  ),
  page(
    {
      path: '/tasks',
      title: 'Tasks',
      openTo: 'everyone',
      menu: 'lists',
      icon: ListTodo,
      storedLater: true,
      label: { admin: 'Manage Tasks' },
    },
    async () => (await import('@/features/tasks/tasks-page')).TasksPage,
  ),
  page(
    {
      path: '/customers',
      title: 'Customers',
      openTo: 'everyone',
      menu: 'lists',
      icon: ContactRound,
      label: { admin: 'Manage Customers' },
    },
    async () => (await import('@/features/customers/customers-page')).CustomersPage,
  ),
  page(
    { path: '/import', title: 'Import', openTo: 'admin', parentPath: '/account', storedLater: true },
    async () => (await import('@/features/import/import-page')).ImportPage,
  ),
  page(
    { path: '/manage-users', title: 'Manage Users', openTo: 'admin', menu: 'lists', icon: UserCog, onlineOnly: true },
    async () => (await import('@/features/users/manage-users-page')).ManageUsersPage,
  ),
  page(
    {
      path: '/account',
      title: 'Account',
      openTo: 'admin',
      menu: 'account',
      icon: CircleUser,
      storedLater: true,
      redirectTo: '/manage-account',
    },
    async () => (await import('@/features/account/account-page')).AccountPage,
  ),
  page(
    { path: '/files', title: 'Files', openTo: 'admin', menu: 'account', icon: FolderOpen, onlineOnly: true },
    async () => (await import('@/features/files/files-page')).FilesPage,
  ),
  page(
    {
      path: '/manage-account',
      title: 'Account',
      openTo: 'employee',
      menu: 'account',
      icon: CircleUser,
      redirectTo: '/account',
    },
    async () => (await import('@/features/account/manage-account-page')).ManageAccountPage,
  ),
];

/** The pattern of a page's addresses, as the router reads it. */
export const patternOf = ({ path, includesSubpaths }: AppRoute) => (includesSubpaths ? [path, '*'].join('/') : path);

/** The page at a path, without slashes at its end; undefined if there is none. */
export const routeAt = (path: string): AppRoute | undefined =>
  routes.find((route) => path === route.path || (route.includesSubpaths && path.startsWith(`${route.path}/`)));

export const isOpenTo = ({ openTo }: AppRoute, role: Role) => openTo === 'everyone' || openTo === role;
