import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { needsComment, outcomeOf, scoreOf, type ChecklistScore } from '@/domain/checklists/checklist';
import {
  answerOf,
  answersOf,
  draftProblems,
  hasInput,
  EMPTY_ANSWER,
  type ChecklistDraft,
  type DraftProblems,
  type TypedAnswer,
} from '@/domain/checklists/checklist-draft';
import { plural } from '@/domain/core/word-list';
import { forgetDraft, useDraft } from '@/offline/outbox/drafts/draft';
import { usePreparing } from '@/offline/outbox/photos/photos';
import { insertMutation } from '@/offline/outbox/save-entries';
import { COMPLETION } from '@/records/completions';
import { useAccount } from '@/session/account';
import { useIsMounted } from '@/ui/use-is-mounted';
import { useUnstoredEntry } from '@/widgets/unsent/use-unstored-entry';
import { ABOUT_ID, commentId, questionId } from './element-ids';
import { insertCompletion } from './completion-entries';

export const draftName = (template: string) => `checklist-${template}`;

/** A change to an answer. Use an updater if the change is applied later than the press that caused it. */
export type AnswerChange = Partial<TypedAnswer> | ((current: TypedAnswer) => Partial<TypedAnswer>);

const deviceTime = () => new Date().toISOString();

/** State of a checklist that is being filled in: stored as a draft on the device until it is saved. */
export function useFilling(
  initialDraft: ChecklistDraft,
  { id, draftKey }: { id: string; draftKey: string },
  onSaved: (score: ChecklistScore) => void,
) {
  const account = useAccount();
  const [draft, setDraft] = useState(initialDraft);
  const [submitted, setSubmitted] = useState(false);
  const [unsavedEntry, setUnsavedEntry] = useUnstoredEntry(draft);
  const [isSaved, setIsSaved] = useState(false);
  const mutation = useMutation(insertMutation(COMPLETION));
  // A photo is added to its answer only once it is stored, so saving earlier would leave it out.
  const preparing = usePreparing(id);
  const isMounted = useIsMounted();
  useDraft(account.userId, draftKey, id, hasInput(draft) && !isSaved ? draft : null);
  const set = useCallback((change: Partial<ChecklistDraft>) => setDraft((current) => ({ ...current, ...change })), []);
  const answer = useCallback(
    (index: number, change: AnswerChange) =>
      setDraft((current) => ({
        ...current,
        answers: current.template.items.map((_, place) => {
          const typed = current.answers[place] ?? EMPTY_ANSWER;
          return place === index ? { ...typed, ...(typeof change === 'function' ? change(typed) : change) } : typed;
        }),
      })),
    [],
  );
  const score = scoreOf(draft.template.items, answersOf(draft));
  const problems = draftProblems(draft);
  const finish = () => {
    // Stop writing the draft: a late write would restore a checklist that has already been saved.
    setIsSaved(true);
    void forgetDraft(account.userId, draftKey).then(() => {
      // Only if the form is still open: do not navigate if the person has moved on.
      if (isMounted()) onSaved(score);
    });
  };
  const save = () => {
    setSubmitted(true);
    if (hasProblems(problems) || score.checked === 0) {
      // Go to the first problem: the button is at the end of a long page.
      focusElement(firstProblemId(draft, problems));
      return;
    }
    const entry = { ...insertCompletion(account, id, draft, deviceTime()), draft: draftKey };
    mutation.mutate([entry], { onSuccess: finish, onError: () => setUnsavedEntry(entry) });
  };
  return {
    draft,
    set,
    answer,
    score,
    /** Null until the first attempt to save. */
    problems: submitted ? problems : null,
    /** Why it was not saved, in one sentence next to the button. */
    formError: submitted ? formErrorOf(problems, score) : null,
    save,
    busy: mutation.isPending,
    /** True while photos are being prepared; saving waits for them. */
    preparing,
    unsavedEntry,
    finish,
  };
}

const hasProblems = ({ machine, hours, notes, answers }: DraftProblems) =>
  answers.size > 0 || [machine, hours, notes].some((sentence) => sentence !== null);

/** Scrolls to the middle of the screen: at its lower edge the dock would cover the error message. */
function focusElement(id: string | null) {
  const place = id === null ? null : document.getElementById(id);
  place?.focus({ preventScroll: true });
  place?.scrollIntoView({ block: 'center' });
}

/** The id of the element with the first problem; null if it is only the note, which is next to the save button. */
function firstProblemId(draft: ChecklistDraft, { machine, hours, notes, answers }: DraftProblems): string | null {
  if (machine !== null || hours !== null) return ABOUT_ID;
  const [index] = answers.keys();
  if (index === undefined) return notes === null ? questionId(0) : null;
  const item = draft.template.items[index];
  const commentRequired = item && needsComment(item, outcomeOf(item, answerOf(item, draft.answers[index])));
  return commentRequired ? commentId(index) : questionId(index);
}

function formErrorOf(problems: DraftProblems, { checked }: ChecklistScore): string | null {
  const open = problems.answers.size;
  if (open > 0) return plural(open, 'One question needs an answer.', `${open} questions need an answer.`);
  if (hasProblems(problems)) return 'Look at what is marked above.';
  return checked === 0 ? 'Answer a question first.' : null;
}
