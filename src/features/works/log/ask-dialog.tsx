import { Button } from '@/ui/button';
import { Dialog } from '@/ui/popups/dialog';
import type { WorkEntry } from './use-work-form';

/** Asks to confirm unusual values. Going back loses nothing. */
export function AskDialog({ entry: { question, answer, goBack } }: { entry: WorkEntry }) {
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
            .map((one) => (
              <Button key={one.label} variant={one.main ? 'main' : 'plain'} onClick={() => answer(one)}>
                {one.label}
              </Button>
            ))}
        </>
      }
    >
      {question?.text && <p className="text-muted">{question.text}</p>}
    </Dialog>
  );
}
