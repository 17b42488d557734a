import type { WorkEntry } from '@/features/works/form/use-work-form';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/popups/dialog';

/** Asks to confirm unusual values. Going back loses nothing. */
export function QuestionDialog({ question, answer, goBack }: WorkEntry['questions']) {
  return (
    <Dialog
      open={question !== null}
      onClose={goBack}
      title={question?.title ?? ''}
      actions={
        <>
          <Button variant="quiet" onClick={goBack}>
            Go back
          </Button>
          {question?.answers
            .toSorted((a, b) => Number(a.main ?? false) - Number(b.main ?? false))
            .map((choice) => (
              <Button key={choice.label} variant={choice.main ? 'main' : 'plain'} onClick={() => answer(choice)}>
                {choice.label}
              </Button>
            ))}
        </>
      }
    >
      {question?.text && <p className="text-muted">{question.text}</p>}
    </Dialog>
  );
}
