import { Copy, Share2 } from 'lucide-react';
import { useState } from 'react';
import { BRAND } from '@/lib/brand';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { TextField } from '@/ui/forms/field';
import { Dialog } from '@/ui/popups/dialog';

/** The link of an invitation, to share by any means. It is shown only once. */
export function LinkDialog({
  link,
  email,
  problem,
  onClose,
}: {
  link: string;
  email: string;
  /** Why the link is shown although a mail was requested. */
  problem: string | null;
  onClose: () => void;
}) {
  const [copyResult, setCopyResult] = useState<string | null>(null);
  const canShare = 'share' in navigator;
  const copy = async () => {
    await navigator.clipboard.writeText(link).then(
      () => setCopyResult('Copied.'),
      () => setCopyResult('This browser does not copy. Select the link and copy it by hand.'),
    );
  };
  const share = async () => {
    // Rejects if the person closes the share sheet, which is not an error.
    await navigator.share({ title: `Join a farm on ${BRAND}`, url: link }).catch(() => undefined);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Invitation link"
      actions={
        <>
          <Button onClick={onClose}>Done</Button>
          <Button variant={canShare ? 'plain' : 'main'} onClick={() => void copy()}>
            <Copy aria-hidden="true" />
            Copy
          </Button>
          {canShare && (
            <Button variant="main" onClick={() => void share()}>
              <Share2 aria-hidden="true" />
              Share
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-3 pt-2">
        {problem !== null && <Banner tone="warn">{problem}</Banner>}
        <TextField
          label="Link"
          readOnly
          value={link}
          onFocus={(event) => event.target.select()}
          hint={`It works once, for 7 days, and only for ${email}.`}
        />
        <output className="text-2">{copyResult}</output>
      </div>
    </Dialog>
  );
}
