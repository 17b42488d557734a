import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';

/** Saves a mix as a CSV file, with its prices for those who may see them. */
export function MixCsv<Mix>({
  mix,
  file,
}: {
  mix: Mix;
  file: UseMutationOptions<void, Error, { mix: Mix; seesRates: boolean }>;
}) {
  const { seesRates } = useAccount().settings;
  const csv = useMutation(file);
  return (
    <Button busy={csv.isPending} busyText="Preparing..." onClick={() => csv.mutate({ mix, seesRates })}>
      CSV
    </Button>
  );
}
