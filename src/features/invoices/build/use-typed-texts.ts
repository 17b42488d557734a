// Texts that a person types on the invoice because they are missing. They stay on this device until they are saved.
import { useState, type ChangeEvent } from 'react';
import { fieldsOf, textOf } from '@/domain/core/stored-json';
import { forgetDraft, useDraft, useStoredDraft } from '@/offline/outbox/drafts/draft';
import { useAccount } from '@/session/account';

type Texts = Readonly<Record<string, string>>;
export type TypedTexts = ReturnType<typeof useTypedTexts>;

const textsOf = (stored: unknown): Texts =>
  Object.fromEntries(Object.entries(fieldsOf(stored)).map(([name, value]) => [name, textOf(value)]));

/** `formName` names the draft, `id` the record that the texts belong to. */
export function useTypedTexts(formName: string, id: string) {
  const { userId } = useAccount();
  const { isDraftLoading, key, draft } = useStoredDraft(userId, formName);
  const [typed, setTyped] = useState<Texts | null>(null);
  const [errors, setErrors] = useState<Texts>({});
  const texts = typed ?? textsOf(draft?.values);
  useDraft(userId, key, id, Object.values(texts).some((text) => text !== '') ? texts : null);
  const setText = (name: string, text: string) => {
    setTyped((current) => ({ ...(current ?? texts), [name]: text }));
    setErrors((current) => Object.fromEntries(Object.entries(current).filter(([wrong]) => wrong !== name)));
  };
  return {
    /** The draft is still being read. */
    isDraftLoading,
    /** As typed; empty if nothing is. */
    text: (name: string): string => texts[name] ?? '',
    setText,
    setErrors,
    /** Attributes of the field of that name. */
    field: <Name extends string>(name: Name) => ({
      name,
      value: texts[name] ?? '',
      error: errors[name],
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setText(name, target.value),
    }),
    /** Call it once the texts are saved. */
    clear: () => {
      setTyped({});
      setErrors({});
      void forgetDraft(userId, key);
    },
  };
}
