import { useMutation } from '@tanstack/react-query';
import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { removeAvatar, saveAvatar } from '@/data/account/avatars';
import { initials, type Profile } from '@/domain/account/access';
import { Button } from '@/ui/button';
import { FieldError } from '@/ui/forms/field';
import { Avatar } from '@/widgets/photos/avatar';

/** Saves the picture as soon as it is chosen, separately from the form. */
export function AvatarField({
  profile,
  email,
  disabled,
}: {
  profile: Profile;
  email: string | null;
  disabled: boolean;
}) {
  const { id, firstName, lastName, avatarUrl, role } = profile;
  const save = useMutation(saveAvatar);
  const remove = useMutation(removeAvatar);
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar size="l" initials={initials(firstName, lastName, email)} path={avatarUrl} />
      <div className="grid min-w-0 flex-1 basis-52 gap-2">
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Picture file"
          accept="image/jpeg,image/png,image/webp"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file) save.mutate({ userId: id, previousPath: avatarUrl, file });
            currentTarget.value = '';
          }}
        />
        <div className="flex flex-wrap gap-2">
          <Button disabled={disabled} busy={save.isPending} busyText="Saving..." onClick={() => input.current?.click()}>
            <ImagePlus aria-hidden="true" />
            {avatarUrl === null ? 'Choose a picture' : 'Choose another picture'}
          </Button>
          {avatarUrl !== null && (
            <Button
              variant="quiet"
              disabled={disabled}
              busy={remove.isPending}
              busyText="Removing..."
              onClick={() => remove.mutate({ userId: id, previousPath: avatarUrl })}
            >
              Remove picture
            </Button>
          )}
        </div>
        {save.isError ? (
          <FieldError>{save.error.message}</FieldError>
        ) : (
          <p className="hint">
            A JPEG, PNG or WebP under 2 MB.{' '}
            {role === 'admin' ? 'Your crew see it too.' : 'Your account holder sees it too.'}
          </p>
        )}
      </div>
    </div>
  );
}
