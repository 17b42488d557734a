import { MessageSquarePlus, TriangleAlert } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { needsComment, outcomeOf, type ChecklistItem } from '@/domain/checklists/checklist';
import { answerOf, type TypedAnswer } from '@/domain/checklists/checklist-draft';
import { limitWords } from '@/domain/checklists/checklist-words';
import { Button } from '@/ui/button';
import { FieldError, TextAreaField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { Segmented } from '@/ui/forms/segmented';
import { commentId, questionId } from './element-ids';
import { AnswerPhotos } from './answer-photos';
import type { AnswerChange } from './use-filling';

const OPTIONS = {
  ok_defect_na: [
    { value: 'ok', label: 'OK' },
    { value: 'defect', label: 'Defect', bad: true },
    { value: 'na', label: 'N/A' },
  ],
  yes_no: [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No', bad: true },
    { value: 'na', label: 'N/A' },
  ],
} as const;

/** One question with its answer. A defect also asks what is wrong, with a photo. */
export const Question = memo(function Question({
  item,
  index,
  typed,
  completion,
  error,
  onChange,
}: {
  item: ChecklistItem;
  index: number;
  typed: TypedAnswer;
  /** Id of the completion; its photos are stored under it. */
  completion: string;
  error: string | undefined;
  onChange: (index: number, change: AnswerChange) => void;
}) {
  const [commentOpen, setCommentOpen] = useState(false);
  // Keep the photos visible, and saved, if the answer changes to one that asks for none.
  const [photosOpen, setPhotosOpen] = useState(typed.photos.length > 0);
  const helpId = useId();
  const outcome = outcomeOf(item, answerOf(item, typed));
  const commentRequired = needsComment(item, outcome);
  const showsComment = commentRequired || commentOpen || typed.comment !== '';
  // Show the error at the comment if the comment is what is missing.
  const errorAtComment = commentRequired && error !== undefined;
  return (
    <fieldset
      id={questionId(index)}
      tabIndex={-1}
      aria-describedby={helpId}
      className="grid scroll-mt-24 gap-3 border-t border-line p-4 first:border-t-0"
    >
      <legend className="float-left flex w-full items-baseline justify-between gap-3 font-semibold">
        <span className="wrap-anywhere">
          {item.prompt}
          {!item.required && <span className="font-normal text-muted"> (optional)</span>}
        </span>
        {item.critical && (
          <span className="inline-flex shrink-0 items-center gap-1 text-2 text-danger">
            <TriangleAlert aria-hidden="true" className="size-4" />
            Critical
          </span>
        )}
      </legend>
      <div id={helpId} className="contents">
        {item.help !== '' && <p className="hint">{item.help}</p>}
      </div>
      <Answer
        item={item}
        typed={typed}
        error={errorAtComment ? undefined : error}
        onChange={(change) => onChange(index, change)}
      />
      {(item.type === 'photo' || showsComment || photosOpen) && (
        <AnswerPhotos
          completion={completion}
          photos={typed.photos}
          onChoose={() => setPhotosOpen(true)}
          onChange={(change) => onChange(index, ({ photos }) => ({ photos: change(photos) }))}
          label={item.prompt}
        />
      )}
      {item.type === 'photo' && error !== undefined && !errorAtComment && <FieldError>{error}</FieldError>}
      {showsComment ? (
        <TextAreaField
          id={commentId(index)}
          label={outcome === 'defect' ? 'What is wrong?' : outcome === 'na' && item.critical ? 'Why not?' : 'Comment'}
          rows={2}
          value={typed.comment}
          error={errorAtComment ? error : undefined}
          onChange={({ target }) => onChange(index, { comment: target.value })}
        />
      ) : (
        <div className="-mx-quiet">
          <Button variant="quiet" onClick={() => setCommentOpen(true)}>
            <MessageSquarePlus aria-hidden="true" />
            Comment or photo
          </Button>
        </div>
      )}
    </fieldset>
  );
});

function Answer({
  item,
  typed: { value },
  error,
  onChange,
}: {
  item: ChecklistItem;
  typed: TypedAnswer;
  error: string | undefined;
  onChange: (change: Partial<TypedAnswer>) => void;
}) {
  switch (item.type) {
    case 'ok_defect_na':
    case 'yes_no':
      return (
        <>
          <Segmented<string>
            label="Answer"
            big
            options={OPTIONS[item.type]}
            value={value}
            onChange={(chosen) => onChange({ value: chosen })}
          />
          {error !== undefined && <FieldError>{error}</FieldError>}
        </>
      );
    case 'number':
      return (
        <NumberField
          label={item.prompt}
          hideLabel
          value={value}
          error={error}
          hint={limitWords(item) === '' ? undefined : `Should be ${limitWords(item)}.`}
          after={item.unit === '' ? undefined : item.unit}
          onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
        />
      );
    case 'text':
      return (
        <TextField
          label={item.prompt}
          hideLabel
          autoComplete="off"
          value={value}
          error={error}
          onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
        />
      );
    case 'photo':
      return null;
  }
}
