// Every page of the app in one table: its path, its title, who may open it, and its screen, each in its own chunk.
import type { ComponentType } from 'react';
import type { Role } from '@/domain/account/access';
import { NotBuiltPage } from '@/features/not-built/not-built-page';
import { unasked } from '@/lib/unasked';
import { screenOf } from './ready-screen';

type AppRoute = { path: string; title: string; who: 'everyone' | 'admin'; Screen: ComponentType };

const loads = new Map<ComponentType, () => Promise<unknown>>();

/** A screen that is loaded when it is first opened, or earlier by `prefetchScreens`. */
function screen(load: () => Promise<ComponentType>): ComponentType {
  const Screen = screenOf(load);
  loads.set(Screen, Screen.load);
  return Screen;
}

/**
 * Loads every screen of this role, so that the next press in a menu renders at once. One after another: in parallel
 * they block a phone for a fifth of a second. What fails to load now is loaded when it is opened. Never rejects.
 */
export async function prefetchScreens(role: Role) {
  const open = appRoutes.filter(({ who }) => who === 'everyone' || role === 'admin').map(({ Screen }) => Screen);
  const screens = [...open, role === 'admin' ? Account : ManageAccount];
  for (const load of screens.flatMap((Screen) => loads.get(Screen) ?? [])) await unasked(load).catch(() => undefined);
}

/**
 * Loads the screen of an address in parallel with the data needed to show it. Resolves once it is loaded, or has
 * failed.
 */
export async function prefetchScreen(pathname: string) {
  const route = appRoutes.find(({ path }) => path === pathname);
  await (route && loads.get(route.Screen))?.().catch(() => undefined);
}

function notBuilt(title: string): ComponentType {
  return function NotBuilt() {
    return <NotBuiltPage title={title} back={{ to: '/noticeboard', label: 'Noticeboard' }} />;
  };
}

const later = (path: string, title: string, who: AppRoute['who'] = 'everyone'): AppRoute => ({
  path,
  title,
  who,
  Screen: notBuilt(title),
});

const Noticeboard = screen(async () => (await import('@/features/noticeboard/noticeboard-page')).NoticeboardPage);
const Diary = screen(async () => (await import('@/features/diary/diary-page')).DiaryPage);
const AddWork = screen(async () => (await import('@/features/works/log/add-work-page')).AddWorkPage);
const WorksList = screen(async () => (await import('@/features/works/list/works-list-page')).WorksListPage);
const Customers = screen(async () => (await import('@/features/customers/customers-page')).CustomersPage);
const Tasks = screen(async () => (await import('@/features/tasks/tasks-page')).TasksPage);
const AddNote = screen(async () => (await import('@/features/notes/add-note-page')).AddNotePage);
const NoteTitles = screen(async () => (await import('@/features/notes/note-titles-page')).NoteTitlesPage);
const ViewNotes = screen(async () => (await import('@/features/notes/view-notes-page')).ViewNotesPage);
const TimeTracker = screen(async () => (await import('@/features/time/time-tracker-page')).TimeTrackerPage);
const TimeDiary = screen(async () => (await import('@/features/time/time-diary-page')).TimeDiaryPage);
const CreateChecklist = screen(
  async () => (await import('@/features/checklists/create-checklist-page')).CreateChecklistPage,
);
const AddChecklist = screen(async () => (await import('@/features/checklists/add-checklist-page')).AddChecklistPage);
const ViewChecklists = screen(
  async () => (await import('@/features/checklists/view-checklists-page')).ViewChecklistsPage,
);
const CompletedChecklists = screen(
  async () => (await import('@/features/checklists/completed-checklists-page')).CompletedChecklistsPage,
);
const Invoices = screen(async () => (await import('@/features/invoices/invoices-page')).InvoicesPage);
const ViewInvoices = screen(
  async () => (await import('@/features/invoices/register/view-invoices-page')).ViewInvoicesPage,
);
const InvoiceSettings = screen(
  async () => (await import('@/features/invoices/settings/invoice-settings-page')).InvoiceSettingsPage,
);

/** The two account pages are not in the table: a user who opens the wrong one is redirected to the other. */
export const Account = screen(async () => (await import('@/features/account/account-page')).AccountPage);
export const ManageAccount = screen(
  async () => (await import('@/features/account/manage-account-page')).ManageAccountPage,
);

const ManageUsers = screen(async () => (await import('@/features/users/manage-users-page')).ManageUsersPage);

/** Pages that say that they are not built yet. Remove one from this list when its screen exists. */
export const laterRoutes: readonly AppRoute[] = [
  later('/machinery/*', 'Machinery'),
  later('/fields/*', 'Fields'),
  later('/tmr-mixes', 'TMR Mixes'),
  later('/meal-mixes', 'Meal Mixes'),
  later('/stocking-rate', 'Stocking Rate Calculator', 'admin'),
  later('/slurry-storage', 'Slurry Storage', 'admin'),
  later('/np-loading', 'N&P Loading', 'admin'),
  later('/compliance-center', 'Compliance Center'),
];

export const appRoutes: readonly AppRoute[] = [
  { path: '/', title: 'Noticeboard', who: 'everyone', Screen: Noticeboard },
  { path: '/noticeboard', title: 'Noticeboard', who: 'everyone', Screen: Noticeboard },
  { path: '/diary', title: 'Diary', who: 'everyone', Screen: Diary },
  { path: '/add-work', title: 'Add Work', who: 'everyone', Screen: AddWork },
  { path: '/works-list', title: 'Works List', who: 'everyone', Screen: WorksList },
  { path: '/customers', title: 'Customers', who: 'everyone', Screen: Customers },
  { path: '/tasks', title: 'Tasks', who: 'everyone', Screen: Tasks },
  { path: '/add-note', title: 'Add Note', who: 'everyone', Screen: AddNote },
  { path: '/view-notes', title: 'Notes', who: 'everyone', Screen: ViewNotes },
  { path: '/manage-note-titles', title: 'Note Titles', who: 'everyone', Screen: NoteTitles },
  { path: '/time-tracker', title: 'Time Tracker', who: 'everyone', Screen: TimeTracker },
  { path: '/time-diary', title: 'Time Diary', who: 'everyone', Screen: TimeDiary },
  { path: '/create-checklist', title: 'Create Checklist', who: 'admin', Screen: CreateChecklist },
  { path: '/add-checklist', title: 'Complete Checklist', who: 'everyone', Screen: AddChecklist },
  { path: '/view-checklists', title: 'View Checklists', who: 'admin', Screen: ViewChecklists },
  { path: '/completed-checklists', title: 'Completed Checklists', who: 'everyone', Screen: CompletedChecklists },
  { path: '/invoices', title: 'Invoices', who: 'admin', Screen: Invoices },
  { path: '/view-invoices', title: 'View Invoices', who: 'admin', Screen: ViewInvoices },
  { path: '/invoice-settings', title: 'Invoice Settings', who: 'admin', Screen: InvoiceSettings },
  { path: '/manage-users', title: 'Manage Users', who: 'admin', Screen: ManageUsers },
  ...laterRoutes,
];
