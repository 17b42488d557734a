import type { InferInput } from 'valibot';
import * as v from 'valibot';
import type { Notice } from '@/data/notices';
import { optionalDate } from '@/domain/core/typed';
import { PRIORITIES } from '@/domain/noticeboard/notice';
import { NOTICE, RELATED_TABLES, type NoticeFields } from '@/records/notices';
import { cleaned } from '@/widgets/cleaned';

type Related = Pick<NoticeFields, 'relatedTable' | 'relatedId'>;

/** The value of the record that a notice links to, in the form: "tmr_mixes ID"; empty for none. */
export const relatedText = ({ relatedTable, relatedId }: Related): string =>
  relatedTable === null || relatedId === null ? '' : `${relatedTable} ${relatedId}`;

function relatedOf(text: string): Related {
  const [table, relatedId] = text.split(' ');
  const relatedTable = RELATED_TABLES.find((one) => one === table);
  return relatedTable && relatedId ? { relatedTable, relatedId } : { relatedTable: null, relatedId: null };
}

/**
 * Input is the form's texts, output is a notice. `pinLimitReached`: three others are pinned. The database enforces the
 * same rules.
 */
export const noticeSchema = (pinLimitReached: boolean) =>
  v.pipe(
    v.object({
      title: v.pipe(
        v.string(),
        cleaned,
        v.nonEmpty('Give the notice a title.'),
        v.maxLength(NOTICE.fields.title.max, 'Title is too long (120 characters at most).'),
      ),
      body: v.pipe(
        v.string(),
        cleaned,
        v.maxLength(NOTICE.fields.body.max, 'The notice is too long (4,000 characters at most).'),
      ),
      priority: v.picklist(PRIORITIES),
      pinned: v.pipe(
        v.boolean(),
        v.check((pinned) => !pinned || !pinLimitReached, 'Unpin a notice first – three is the most.'),
      ),
      audience: v.picklist(['all', 'selected']),
      recipients: v.array(v.string()),
      requiresAck: v.boolean(),
      startsOn: optionalDate(2000),
      expiresOn: optionalDate(2000),
      /** The table and the id of the record that it links to, as in `relatedText`; empty for none. */
      related: v.string(),
    }),
    v.forward(
      v.check(({ audience, recipients }) => audience === 'all' || recipients.length > 0, 'Choose at least one person.'),
      ['recipients'],
    ),
    v.forward(
      v.check(
        ({ startsOn, expiresOn }) => startsOn === null || expiresOn === null || expiresOn >= startsOn,
        'The end date is before the start date.',
      ),
      ['expiresOn'],
    ),
    v.transform(({ related, ...notice }): NoticeFields => ({
      ...notice,
      recipients: notice.audience === 'all' ? [] : notice.recipients,
      ...relatedOf(related),
    })),
  );

export type NoticeText = InferInput<ReturnType<typeof noticeSchema>>;

/** The initial values of the form. */
export const textOf = (notice: Notice | null): NoticeText => ({
  title: notice?.title ?? '',
  body: notice?.body ?? '',
  priority: notice?.priority ?? 'normal',
  pinned: notice?.pinned ?? false,
  audience: notice?.audience ?? 'all',
  recipients: notice?.recipients ?? [],
  requiresAck: notice?.requiresAck ?? false,
  startsOn: notice?.startsOn ?? '',
  expiresOn: notice?.expiresOn ?? '',
  related: notice ? relatedText(notice) : '',
});
