// The menus of both roles.
import {
  Calculator,
  ClipboardCheck,
  ClipboardList,
  ContactRound,
  Droplets,
  ListChecks,
  ListTodo,
  type LucideIcon,
  Map,
  NotebookPen,
  Pin,
  ShieldCheck,
  SquarePlus,
  Tractor,
  UserCog,
  Wheat,
  Leaf,
  Salad,
} from 'lucide-react';
import type { Role } from '@/domain/account/access';

export type NavLinkItem = { label: string; to: string; icon: LucideIcon };
export type NavGroup = { label: string; links: readonly NavLinkItem[] };

export const mainLinks = [
  { label: 'Noticeboard', to: '/noticeboard', icon: Pin },
  { label: 'Diary', to: '/diary', icon: NotebookPen },
  { label: 'Fields', to: '/fields', icon: Map },
  { label: 'Machinery', to: '/machinery', icon: Tractor },
] as const satisfies readonly NavLinkItem[];

const myFarm: NavGroup = {
  label: 'MyFarm',
  links: [
    { label: 'Compliance Center', to: '/compliance-center', icon: ShieldCheck },
    { label: 'Stocking Rate Calculator', to: '/stocking-rate', icon: Calculator },
    { label: 'Slurry Storage', to: '/slurry-storage', icon: Droplets },
    { label: 'N&P Loading', to: '/np-loading', icon: Leaf },
    { label: 'Meal Mixes', to: '/meal-mixes', icon: Wheat },
    { label: 'TMR Mixes', to: '/tmr-mixes', icon: Salad },
  ],
};

const adminChecklists: NavGroup = {
  label: 'Checklists',
  links: [
    { label: 'Create', to: '/create-checklist', icon: SquarePlus },
    { label: 'Complete', to: '/add-checklist', icon: ClipboardCheck },
    { label: 'View', to: '/view-checklists', icon: ClipboardList },
    { label: 'Completed', to: '/completed-checklists', icon: ListChecks },
  ],
};

const manageLists: NavGroup = {
  label: 'Manage Lists',
  links: [
    { label: 'Manage Tasks', to: '/tasks', icon: ListTodo },
    { label: 'Manage Customers', to: '/customers', icon: ContactRound },
    { label: 'Manage Users', to: '/manage-users', icon: UserCog },
  ],
};

const employeeChecklists: NavGroup = {
  label: 'Checklists',
  links: [
    { label: 'Complete Checklist', to: '/add-checklist', icon: ClipboardCheck },
    { label: 'Completed Checklists', to: '/completed-checklists', icon: ListChecks },
  ],
};

/** The lists that the crew may read and add to; the account holder manages the same pages. */
const employeeLists: NavGroup = {
  label: 'Lists',
  links: [
    { label: 'Customers', to: '/customers', icon: ContactRound },
    { label: 'Tasks', to: '/tasks', icon: ListTodo },
  ],
};

/** The menus beside the main links: MyFarm is for admins, More holds the groups of each role. */
export const menusOf = (role: Role): { myFarm: NavGroup | null; more: readonly NavGroup[] } =>
  role === 'admin'
    ? { myFarm, more: [adminChecklists, manageLists] }
    : { myFarm: null, more: [employeeChecklists, employeeLists] };

export type StripLink = { label: string; to: string; also?: readonly string[] };

const notes: StripLink = { label: 'Notes', to: '/view-notes', also: ['/add-note', '/manage-note-titles'] };

/** The pages of the diary, in the order of its strip. */
export const diaryStrip = (role: Role): readonly StripLink[] =>
  role === 'admin'
    ? [
        { label: 'Diary', to: '/diary' },
        { label: 'Add Work', to: '/add-work' },
        { label: 'Works List', to: '/works-list' },
        { label: 'Time Tracker', to: '/time-tracker' },
        { label: 'Time Diary', to: '/time-diary' },
        { label: 'Invoices', to: '/invoices' },
        { label: 'View Invoices', to: '/view-invoices' },
        { label: 'Invoice Settings', to: '/invoice-settings' },
        notes,
      ]
    : [
        { label: 'Diary', to: '/diary' },
        { label: 'Add Work', to: '/add-work' },
        { label: 'My Work', to: '/works-list' },
        { label: 'Time Tracker', to: '/time-tracker' },
        { label: 'My Time', to: '/time-diary' },
        notes,
      ];

/** The strip's entry for a path; undefined if the path is not a page of the diary. */
export const stripPlace = (strip: readonly StripLink[], path: string): StripLink | undefined =>
  strip.find(({ to, also }) => to === path || also?.includes(path));

export const accountPath = (role: Role) => (role === 'admin' ? '/account' : '/manage-account');
export const roleWord = (role: Role) => (role === 'admin' ? 'Admin' : 'Employee');
