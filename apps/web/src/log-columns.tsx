import { DateTime } from './ui/values.tsx';

/** When something was said or done, to the second: several of them stand in one minute. */
export const toTheSecond = {
  createdDate: {
    width: 164,
    cell: ({ createdDate }: { createdDate: string }) => <DateTime value={createdDate} exact />,
  },
};
