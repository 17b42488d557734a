import type { UseFormReturn } from 'react-hook-form';
import type { Account } from '@/domain/account/account';
import type { JobMore } from '@/domain/works/job-more';
import type { Preview, WorkRules } from '@/domain/works/work-rules';
import type { NewWork } from '@/records/works';
import type { Lists } from './job-start';
import type { WorkText } from './work-fields';

export type WorkForm = UseFormReturn<WorkText, unknown, NewWork>;

/** A job that is being typed. */
export type TypedJob = {
  /** The id that the entry will have. */
  id: string;
  account: Account;
  rules: WorkRules;
  lists: Lists;
  form: WorkForm;
  text: WorkText;
  preview: Preview;
  /** What is on the job besides its first line. */
  more: JobMore;
  setMore: (more: JobMore) => void;
};

/** A draft, restored after the app was closed. */
export type WorkDraft = {
  /** The id that the entry will have. */
  id: string;
  text: WorkText;
  /** The task for which the person typed a rate. */
  typedFor: string | null;
  /** The new task that the person does not want on the price list. */
  unlisted?: string | null;
  /** What is on the job besides its first line. */
  more?: JobMore;
};

/** How the form starts. */
export type FormStart = {
  lists: Lists;
  initialText: WorkText;
  draft: WorkDraft | null;
  /** Key under which the draft is stored. */
  draftKey: string;
  /** The id for the entry, if a planned job or a shift has reserved one. */
  reservedId: string | null;
  /** Whether the draft is a job in the outbox, whose entry is replaced on saving. */
  replaces: boolean;
};
