import { useMutation } from '@tanstack/react-query';
import { Pin } from 'lucide-react';
import { useState } from 'react';
import { postNotice } from '@/data/notices';
import { firstCharacters } from '@/domain/core/first-characters';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import type { MixKind } from './kinds';

/** Pins a notice with a link to a mix, because the crew's menu does not list mixes. */
export function PinNotice({ kind, mix }: { kind: MixKind; mix: { id: string; name: string; active: boolean } }) {
  const { ownerId } = useAccount();
  const post = useMutation(postNotice);
  const [id] = useState(() => crypto.randomUUID());
  if (!mix.active) return null;
  return (
    <Button
      busy={post.isPending}
      busyText="Posting..."
      aria-disabled={post.isSuccess}
      onClick={() =>
        post.mutate({
          id,
          ownerId,
          fields: {
            ...{
              title: firstCharacters(`${kind.work.words}: ${mix.name}`, 120),
              body: '',
              priority: 'normal',
              pinned: true,
            },
            ...{ audience: 'all', recipients: [], requiresAck: false, startsOn: null, expiresOn: null },
            ...{ relatedTable: kind.table, relatedId: mix.id },
          },
        })
      }
    >
      <Pin aria-hidden="true" />
      {post.isSuccess ? 'Pinned to the noticeboard' : 'Pin for the crew'}
    </Button>
  );
}
